package org.mayflydb.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.PreconditionFailedException;
import org.mayflydb.catalog.CatalogCodec.Counters;
import org.mayflydb.charge.Throughput;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.ItemId;
import org.mayflydb.key.Keyspace;
import org.mayflydb.partition.FormerRange;
import org.mayflydb.partition.Mutation;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.partition.Transaction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.ttl.ItemVersion;

/**
 * The databases, containers and {@linkplain Users users}, durable in the system partition and whole in memory.
 *
 * <p>Changes are made one at a time; readers see the state before or after one, never between. Ids are case-sensitive.
 */
public final class Catalog {
    private static final int SYSTEM_PARTITION = 0;

    /** A store begins to number its databases somewhere below, and has as many numbers left again. */
    private static final int FIRST_DATABASE_MAX = 1 << 30;

    /** More than anybody creates between a backup and its restore. */
    private static final int NUMBERS_SKIPPED = 1 << 20;

    private final Partition system;
    private Counters counters = new Counters(0, 0, 0);
    private volatile Map<String, Entry> databases = Map.of();
    private final UserDirectory directory = new UserDirectory();

    private record Entry(DatabaseRecord database, Map<String, ContainerRecord> containers) {}

    /**
     * Counts how often it became doubtful what is stored. Unless all of that is dealt with, what is in memory is read anew
     * before anybody relies on it.
     */
    private final AtomicInteger doubts = new AtomicInteger();

    /** How many doubts there were before what is in memory was read. */
    private volatile int dealtWith;

    private final @Nullable Throughput unasked;
    private final RandomGenerator random;

    /**
     * Loads what the system partition holds.
     *
     * @param unasked the throughput of containers for which nobody asks for any; null for none
     * @param random where the numbers of a new store begin. Clients keep what they know of a container under its resource id,
     *     which must not be that of another one in a store that was here before
     */
    public Catalog(Partition system, @Nullable Throughput unasked, RandomGenerator random) {
        this.system = system;
        this.unasked = unasked;
        this.random = random;
        load();
    }

    private void load() {
        byte[] stored = system.store().get(CatalogKeys.counters());
        counters = stored == null
                ? new Counters(random.nextInt(FIRST_DATABASE_MAX), SYSTEM_PARTITION, 0)
                : Counters.decode(stored);
        Map<Integer, Entry> byNumber = new HashMap<>();
        Map<String, Entry> loaded = new TreeMap<>();
        for (KeyValue keyValue : stored(Keyspace.DATABASE)) {
            Entry entry = new Entry(CatalogCodec.decodeDatabase(keyValue.value()), new TreeMap<>());
            byNumber.put(entry.database.number(), entry);
            loaded.put(entry.database.id(), entry);
        }
        for (KeyValue keyValue : stored(Keyspace.CONTAINER)) {
            Entry entry = byNumber.get(CatalogKeys.databaseOfContainer(keyValue.key()));
            if (entry == null) {
                throw new CorruptStoreException("The catalog has a container of a database that does not exist");
            }
            ContainerRecord container = CatalogCodec.decodeContainer(entry.database, keyValue.value());
            entry.containers.put(container.id(), container);
        }
        directory.load(byNumber.keySet(), stored(Keyspace.USER), stored(Keyspace.PERMISSION));
        databases = loaded;
    }

    /** The users of all databases. */
    public Users users() {
        return new Users(this, directory);
    }

    /** The permissions of all users. */
    public Permissions permissions() {
        return new Permissions(this, directory);
    }

    public Collection<DatabaseRecord> databases() {
        return current().values().stream().map(Entry::database).toList();
    }

    /** The database with this id, or null if there is none. */
    public @Nullable DatabaseRecord findDatabase(String id) {
        Entry entry = current().get(id);
        return entry == null ? null : entry.database;
    }

    /** The database with this id. */
    public DatabaseRecord database(String id) {
        return entry(id).database;
    }

    /** The database that something below it is asked of. */
    DatabaseRecord owner(String id) {
        Entry entry = current().get(id);
        if (entry == null) {
            throw NotFoundException.owner();
        }
        return entry.database;
    }

    /** The containers of all databases. */
    public Collection<ContainerRecord> containers() {
        return current().values().stream()
                .flatMap(entry -> entry.containers.values().stream())
                .toList();
    }

    /** The containers of a database, by id. */
    public Collection<ContainerRecord> containers(String databaseId) {
        return List.copyOf(entry(databaseId).containers.values());
    }

    /** The container with this id, or null if it or its database does not exist. */
    public @Nullable ContainerRecord findContainer(String databaseId, String id) {
        Entry entry = current().get(databaseId);
        return entry == null ? null : entry.containers.get(id);
    }

    public ContainerRecord container(String databaseId, String id) {
        Entry entry = current().get(databaseId);
        if (entry == null) {
            throw NotFoundException.owner();
        }
        ContainerRecord container = entry.containers.get(id);
        if (container == null) {
            throw NotFoundException.resource();
        }
        return container;
    }

    /**
     * Adds a database.
     *
     * @param throughput what its containers share; null for none
     */
    public synchronized DatabaseRecord createDatabase(String id, @Nullable Throughput throughput) {
        refresh();
        ItemId.checkResource(id);
        if (databases.containsKey(id)) {
            throw ConflictException.id();
        }
        Counters next = new Counters(
                counters.database() + 1, counters.partition(), counters.offer() + (throughput == null ? 0 : 1));
        DatabaseRecord database = write(transaction -> {
            String etag = nextEtag(transaction);
            Offer offer = throughput == null ? null : new Offer(next.offer(), throughput, transaction.now(), etag);
            DatabaseRecord record = new DatabaseRecord(id, next.database(), transaction.now(), etag, 0, offer);
            transaction.put(CatalogKeys.counters(), next.encode());
            transaction.put(CatalogKeys.database(record.number()), CatalogCodec.encode(record));
            return record;
        });
        counters = next;
        publish(database, Map.of());
        return database;
    }

    /**
     * Leaves out numbers, so that nothing gets the resource id of what was created after a backup that this store was made of.
     */
    public synchronized void skipNumbers() {
        refresh();
        Counters next = new Counters(unusedNumber(), counters.partition(), counters.offer());
        List<DatabaseRecord> skipped = databases.values().stream()
                .map(entry -> entry.database.withContainer(
                        entry.database.lastContainer() + NUMBERS_SKIPPED + random.nextInt(NUMBERS_SKIPPED)))
                .toList();
        write(transaction -> {
            transaction.put(CatalogKeys.counters(), next.encode());
            skipped.forEach(database ->
                    transaction.put(CatalogKeys.database(database.number()), CatalogCodec.encode(database)));
            return transaction.now();
        });
        counters = next;
        skipped.forEach(database -> {
            Map<String, ContainerRecord> containers = new TreeMap<>();
            entry(database.id()).containers.forEach((id, container) -> containers.put(id, container.in(database)));
            publish(database, containers);
        });
    }

    /** A number after which there is room before that of any database. */
    private int unusedNumber() {
        while (true) {
            int number = random.nextInt(FIRST_DATABASE_MAX);
            boolean free = databases.values().stream()
                    .allMatch(entry ->
                            entry.database.number() <= number || entry.database.number() - number > NUMBERS_SKIPPED);
            if (free) {
                return number;
            }
        }
    }

    /**
     * Removes the database and answers the containers that went with it.
     *
     * @param ifMatch the ETag it must have, {@code *} or null for any
     */
    public synchronized Collection<ContainerRecord> deleteDatabase(String id, @Nullable String ifMatch) {
        refresh();
        Entry entry = entry(id);
        checkMatch(entry.database.etag(), ifMatch);
        List<ContainerRecord> containers = List.copyOf(entry.containers.values());
        write(transaction -> {
            containers.forEach(container -> deleteContainer(transaction, container));
            directory.users(entry.database.number()).forEach(user -> UserDirectory.delete(transaction, user));
            transaction.delete(CatalogKeys.database(entry.database.number()));
            return transaction.nextLsn();
        });
        Map<String, Entry> changed = new TreeMap<>(databases);
        changed.remove(id);
        databases = changed;
        directory.removeDatabase(entry.database.number());
        return containers;
    }

    /**
     * Adds a container with as many partitions as its throughput needs.
     *
     * @param requested its throughput; null for a share of the database's, or the default if that has none
     * @param former ranges of earlier containers of the name: a range id never stands for two ranges
     */
    public synchronized ContainerRecord createContainer(
            String databaseId,
            ContainerProperties properties,
            @Nullable Throughput requested,
            List<FormerRange> former) {
        refresh();
        Entry entry = databases.get(databaseId);
        if (entry == null) {
            throw NotFoundException.owner();
        }
        if (entry.containers.containsKey(properties.id())) {
            throw ConflictException.id();
        }
        Throughput throughput = requested == null && entry.database.offer() == null ? unasked : requested;
        List<PartitionSpec> partitions = newPartitions(properties, throughput, former);
        Counters next = new Counters(
                counters.database(),
                counters.partition() + partitions.size(),
                counters.offer() + (throughput == null ? 0 : 1));
        DatabaseRecord database = entry.database.withContainer(entry.database.lastContainer() + 1);
        ContainerRecord container = write(transaction -> {
            String etag = nextEtag(transaction);
            Offer offer = throughput == null ? null : new Offer(next.offer(), throughput, transaction.now(), etag);
            ContainerRecord record = new ContainerRecord(
                    database,
                    database.lastContainer(),
                    properties,
                    offer,
                    partitions,
                    withoutIdsOf(partitions, former),
                    transaction.now(),
                    etag);
            transaction.put(CatalogKeys.counters(), next.encode());
            transaction.put(CatalogKeys.database(database.number()), CatalogCodec.encode(database));
            transaction.put(CatalogKeys.container(database.number(), record.number()), CatalogCodec.encode(record));
            return record;
        });
        counters = next;
        publish(database, entry.containers);
        publishContainer(container);
        return container;
    }

    /**
     * Puts other properties in force; nothing but the container's record is written.
     *
     * @param change from the present properties to the new ones
     */
    public synchronized ContainerRecord replaceContainer(
            String databaseId, String id, @Nullable String ifMatch, UnaryOperator<ContainerProperties> change) {
        refresh();
        ContainerRecord current = container(databaseId, id);
        checkMatch(current.etag(), ifMatch);
        ContainerProperties properties = change.apply(current.properties());
        ContainerRecord replaced = write(transaction -> {
            ContainerRecord record = current.with(properties, transaction.now(), nextEtag(transaction));
            transaction.put(
                    CatalogKeys.container(current.database().number(), current.number()), CatalogCodec.encode(record));
            return record;
        });
        publishContainer(replaced);
        return replaced;
    }

    /**
     * Gives a container another throughput. It must have an offer of its own.
     *
     * @param ifMatch the ETag that the offer must have, {@code *} or null for any
     */
    public synchronized ContainerRecord replaceOffer(
            ContainerRecord container, Throughput throughput, @Nullable String ifMatch) {
        refresh();
        ContainerRecord current = container(container.database().id(), container.id());
        ContainerRecord replaced = write(transaction -> {
            ContainerRecord record = current.withOffer(offer(transaction, current.offer(), throughput, ifMatch));
            transaction.put(
                    CatalogKeys.container(current.database().number(), current.number()), CatalogCodec.encode(record));
            return record;
        });
        publishContainer(replaced);
        return replaced;
    }

    /**
     * Gives the containers of a database another throughput to share. It must have an offer.
     *
     * @param ifMatch the ETag that the offer must have, {@code *} or null for any
     */
    public synchronized DatabaseRecord replaceOffer(
            DatabaseRecord database, Throughput throughput, @Nullable String ifMatch) {
        refresh();
        Entry entry = entry(database.id());
        DatabaseRecord replaced = write(transaction -> {
            DatabaseRecord record =
                    entry.database.withOffer(offer(transaction, entry.database.offer(), throughput, ifMatch));
            transaction.put(CatalogKeys.database(record.number()), CatalogCodec.encode(record));
            return record;
        });
        Map<String, ContainerRecord> containers = new TreeMap<>();
        entry.containers.forEach((id, container) -> containers.put(id, container.in(replaced)));
        publish(replaced, containers);
        return replaced;
    }

    private static Offer offer(
            Transaction transaction, @Nullable Offer present, Throughput throughput, @Nullable String ifMatch) {
        if (present == null) {
            throw NotFoundException.resource();
        }
        checkMatch(present.etag(), ifMatch);
        return new Offer(present.number(), throughput, transaction.now(), nextEtag(transaction));
    }

    /**
     * Removes a container.
     *
     * @param ifMatch the ETag it must have, {@code *} or null for any
     */
    public synchronized ContainerRecord deleteContainer(String databaseId, String id, @Nullable String ifMatch) {
        refresh();
        ContainerRecord container = container(databaseId, id);
        checkMatch(container.etag(), ifMatch);
        write(transaction -> {
            deleteContainer(transaction, container);
            return transaction.nextLsn();
        });
        Entry entry = entry(databaseId);
        Map<String, ContainerRecord> containers = new TreeMap<>(entry.containers);
        containers.remove(id);
        publish(entry.database, containers);
        return container;
    }

    static void checkMatch(String etag, @Nullable String ifMatch) {
        if (ifMatch != null && !ifMatch.equals("*") && !ifMatch.equals(etag)) {
            throw new PreconditionFailedException();
        }
    }

    /** How often the catalog has changed. */
    public long version() {
        return CatalogVersion.stored(system.store()).version();
    }

    /** Reads the records that nothing else needs in memory, and reports those that contradict others. */
    public void check(Consumer<String> findings) {
        int newest = counters.partition();
        for (CatalogVersion.Allocation allocation :
                CatalogVersion.stored(system.store()).allocations()) {
            if (allocation.children().stream().anyMatch(child -> child <= 0 || child > newest)) {
                findings.accept("partition " + allocation.parent() + " is split into partitions that were never numbered");
            }
        }
        Set<Integer> dropped = Set.copyOf(droppedPartitions());
        for (KeyValue entry : stored(Keyspace.DELETED_PARTITION)) {
            int number = CatalogKeys.partitionOfDropped(entry.key());
            if (DeletedPartition.decode(entry.value()).version() > version() || !dropped.contains(number)) {
                findings.accept("partition " + number + " is listed as deleted, but it is not to be dropped");
            }
        }
    }

    /** Partitions of deleted containers whose keys may still be there. */
    public List<Integer> droppedPartitions() {
        return stored(Keyspace.DROPPED_PARTITION).stream()
                .map(entry -> CatalogKeys.partitionOfDropped(entry.key()))
                .toList();
    }

    /** The keys of a dropped partition are gone. */
    public synchronized void forgetDropped(int partitionNumber) {
        refresh();
        write(transaction -> {
            transaction.delete(CatalogKeys.droppedPartition(partitionNumber));
            transaction.delete(CatalogKeys.deletedPartition(partitionNumber));
            CatalogVersion.release(transaction, partitionNumber);
            return transaction.now();
        });
    }

    /**
     * Names two partitions that one is to be split into. Until {@link #replacePartition} they count as dropped, so a split
     * that is not finished leaves nothing behind.
     *
     * @param parent one of the container's
     * @param parentEpoch the epoch of its head
     */
    public synchronized List<PartitionSpec> nameChildren(
            ContainerRecord container, PartitionSpec parent, long parentEpoch) {
        refresh();
        int rangeId = container.nextRangeId();
        List<EpkRange> halves = parent.range().halves(container.properties().partitionKey());
        Counters next = new Counters(counters.database(), counters.partition() + 2, counters.offer());
        List<PartitionSpec> children = List.of(
                parent.child(next.partition() - 1, rangeId, halves.get(0)),
                parent.child(next.partition(), rangeId + 1, halves.get(1)));
        write(transaction -> {
            transaction.put(CatalogKeys.counters(), next.encode());
            children.forEach(child -> transaction.put(CatalogKeys.droppedPartition(child.number()), new byte[0]));
            CatalogVersion.allocate(
                    transaction,
                    new CatalogVersion.Allocation(
                            parent.number(),
                            parentEpoch,
                            children.stream().map(PartitionSpec::number).toList()));
            return transaction.now();
        });
        counters = next;
        return children;
    }

    /** Puts the children in the place of their parent, which counts as dropped from now on. */
    public synchronized ContainerRecord replacePartition(
            ContainerRecord container, PartitionSpec parent, List<PartitionSpec> children) {
        refresh();
        ContainerRecord current = container(container.database().id(), container.id());
        if (!current.rid().equals(container.rid()) || !current.partitions().contains(parent)) {
            throw NotFoundException.owner();
        }
        List<PartitionSpec> partitions = new ArrayList<>(current.partitions());
        partitions.remove(parent);
        partitions.addAll(children);
        partitions.sort(Comparator.comparing(partition -> partition.range().min()));
        ContainerRecord split = current.with(partitions);
        write(transaction -> {
            children.forEach(child -> {
                transaction.delete(CatalogKeys.droppedPartition(child.number()));
                CatalogVersion.release(transaction, child.number());
            });
            transaction.put(CatalogKeys.droppedPartition(parent.number()), new byte[0]);
            transaction.put(
                    CatalogKeys.container(split.database().number(), split.number()), CatalogCodec.encode(split));
            return transaction.now();
        });
        publishContainer(split);
        return split;
    }

    private List<PartitionSpec> newPartitions(
            ContainerProperties properties, @Nullable Throughput throughput, List<FormerRange> former) {
        int count = throughput == null ? 1 : ContainerRecord.partitionsWanted(throughput);
        List<EpkRange> ranges = EpkRange.split(properties.partitionKey(), count);
        Map<EpkRange, Integer> known = new HashMap<>();
        int nextRangeId = 0;
        for (FormerRange range : former) {
            known.put(range.range(), range.rangeId());
            nextRangeId = Math.max(nextRangeId, range.rangeId() + 1);
        }
        List<PartitionSpec> partitions = new ArrayList<>();
        for (EpkRange range : ranges) {
            Integer rangeId = known.get(range);
            partitions.add(new PartitionSpec(
                    counters.partition() + 1 + partitions.size(), rangeId == null ? nextRangeId++ : rangeId, range));
        }
        return partitions;
    }

    private static List<FormerRange> withoutIdsOf(List<PartitionSpec> partitions, List<FormerRange> former) {
        Set<Integer> used = partitions.stream().map(PartitionSpec::rangeId).collect(Collectors.toSet());
        return former.stream().filter(range -> !used.contains(range.rangeId())).toList();
    }

    private static void deleteContainer(Transaction transaction, ContainerRecord container) {
        transaction.delete(CatalogKeys.container(container.database().number(), container.number()));
        CatalogVersion before = CatalogVersion.in(transaction);
        byte[] deleted = DeletedPartition.of(container, before.version() + 1).encode();
        // Their keys are removed after this commit; if that is interrupted, the next start continues it.
        for (PartitionSpec partition : container.partitions()) {
            transaction.put(CatalogKeys.droppedPartition(partition.number()), new byte[0]);
            transaction.put(CatalogKeys.deletedPartition(partition.number()), deleted);
            before.childrenOf(partition.number())
                    .forEach(child -> transaction.put(CatalogKeys.deletedPartition(child), deleted));
        }
    }

    static String nextEtag(Transaction transaction) {
        return new ItemVersion(SYSTEM_PARTITION, transaction.nextLsn(), (short) 0).etag();
    }

    private void publish(DatabaseRecord database, Map<String, ContainerRecord> containers) {
        Map<String, Entry> changed = new TreeMap<>(databases);
        changed.put(database.id(), new Entry(database, containers));
        databases = changed;
    }

    private void publishContainer(ContainerRecord container) {
        Entry entry = entry(container.database().id());
        Map<String, ContainerRecord> containers = new TreeMap<>(entry.containers);
        containers.put(container.id(), container);
        publish(entry.database, containers);
    }

    private Entry entry(String databaseId) {
        Entry entry = current().get(databaseId);
        if (entry == null) {
            throw NotFoundException.resource();
        }
        return entry;
    }

    private Map<String, Entry> current() {
        if (!isSettled()) {
            refresh();
        }
        return databases;
    }

    /** Returns false if the copy in memory may be stale; the next call then reloads it from the store. */
    public boolean isSettled() {
        return doubts.get() == dealtWith;
    }

    /** What is stored may differ from what is in memory, so it is read again before anybody relies on it. */
    public void distrust() {
        doubts.incrementAndGet();
    }

    /** Reads anew what may have changed; called before anything is decided. */
    synchronized void refresh() {
        int known = doubts.get();
        if (known != dealtWith) {
            load();
            // A doubt that came meanwhile has this read once more.
            dealtWith = known;
        }
    }

    /** Called with this locked, after {@link #refresh}. */
    <R> R write(Mutation<R> mutation) {
        try {
            return system.write(transaction -> {
                R result = mutation.apply(transaction);
                CatalogVersion.advance(transaction);
                return result;
            });
        } catch (RuntimeException | Error uncertain) {
            distrust();
            throw uncertain;
        }
    }

    private List<KeyValue> stored(Keyspace keyspace) {
        List<KeyValue> entries = new ArrayList<>();
        system.store().walk(KeyRange.prefix(keyspace.prefix()), entries::add);
        return entries;
    }
}
