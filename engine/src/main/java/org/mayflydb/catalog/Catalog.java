package org.mayflydb.catalog;

import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.catalog.CatalogCodec.Counters;
import org.mayflydb.catalog.CatalogState.Entry;
import org.mayflydb.charge.Throughput;
import org.mayflydb.key.ItemId;
import org.mayflydb.key.ResourceId;
import org.mayflydb.ownership.CatalogView;
import org.mayflydb.partition.FormerRange;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.StorePartition;

/**
 * The databases, containers and {@linkplain Users users}, stored in the system partition.
 *
 * <p>A change reads the stored state, decides and writes within one transaction of that partition, so it is right whatever
 * another process has changed meanwhile. The copy in memory serves reads; it is replaced after each commit, and read again
 * when it may be stale. Readers see the state before or after a change, never between. Ids are case-sensitive.
 */
public final class Catalog {
    private final Supplier<Partition> system;
    private final boolean shared;
    private final CatalogReader reader;
    private final Counters initial;
    private final @Nullable Throughput defaultThroughput;
    private final RandomGenerator random;
    private volatile CatalogState cache;
    private volatile @Nullable CatalogNumbers numbers;

    /** Counts how often the cache became doubtful. Until all of that is settled, it is read again before it is used. */
    private final AtomicInteger doubts = new AtomicInteger();

    /** The catalog as the rules of ownership use it, as it was read last. */
    private @Nullable CatalogView view; // guarded by this

    /** How many doubts there were before the cache was read. */
    private volatile int settledDoubts;

    /**
     * Reads what the system partition holds.
     *
     * @param defaultThroughput of containers that are created without any; null for none
     * @param random where the numbers of a new store begin. Clients remember containers by resource id, which must not be that
     *     of another container in a store that was at this address before
     */
    public Catalog(Partition system, @Nullable Throughput defaultThroughput, RandomGenerator random) {
        this(system.store(), () -> system, false, defaultThroughput, random);
    }

    /**
     * The same for a store that processes share.
     *
     * @param reads the stored system partition, whoever owns it
     * @param system the system partition; throws if this process does not own it
     */
    public Catalog(
            StorePartition reads,
            Supplier<Partition> system,
            @Nullable Throughput defaultThroughput,
            RandomGenerator random) {
        this(reads, system, true, defaultThroughput, random);
    }

    private Catalog(
            StorePartition reads,
            Supplier<Partition> system,
            boolean shared,
            @Nullable Throughput defaultThroughput,
            RandomGenerator random) {
        this.system = system;
        this.shared = shared;
        this.defaultThroughput = defaultThroughput;
        this.random = random;
        this.initial = new Counters(SkippedNumbers.first(random), CatalogTransaction.SYSTEM_PARTITION, 0);
        this.reader = new CatalogReader(reads, initial);
        this.cache = reader.read();
    }

    /** The users of all databases. */
    public Users users() {
        return new Users(this);
    }

    /** The permissions of all users. */
    public Permissions permissions() {
        return new Permissions(this);
    }

    /**
     * The client encryption keys of all databases.
     *
     * @param changed returns when every process that shares the store knows the catalog as it is now
     */
    public ClientEncryptionKeys clientEncryptionKeys(Runnable changed) {
        return new ClientEncryptionKeys(this, changed);
    }

    /** The throughput of databases and containers. */
    public CatalogOffers offers() {
        return new CatalogOffers(this);
    }

    /** The partitions of all containers, and those that no container uses any more. */
    public CatalogPartitions partitions() {
        return new CatalogPartitions(this, reader);
    }

    public Collection<DatabaseRecord> databases() {
        return state().databases().values().stream().map(Entry::database).toList();
    }

    /** The database with this id, or null if there is none. */
    public @Nullable DatabaseRecord findDatabase(String id) {
        Entry entry = stateWith(id).databases().get(id);
        return entry == null ? null : entry.database();
    }

    /** The database with this id. */
    public DatabaseRecord database(String id) {
        return stateWith(id).entry(id).database();
    }

    /** What does not exist is missing in the store, not only in a copy that is older than what another process has made. */
    CatalogState stateWith(String databaseId) {
        CatalogState known = state();
        return known.databases().containsKey(databaseId) ? known : newest();
    }

    private CatalogState stateWith(String databaseId, String id) {
        CatalogState known = state();
        return known.findContainer(databaseId, id) != null ? known : newest();
    }

    /** What is stored, also by another process. */
    CatalogState newest() {
        if (shared) {
            reload();
        }
        return state();
    }

    /** The partition with this number, as the cache has it; null if no container has it. */
    public @Nullable PartitionSpec findPartition(int number) {
        return numbers(state()).partition(number);
    }

    private CatalogNumbers numbers(CatalogState known) {
        CatalogNumbers cached = numbers;
        if (cached == null || !cached.isOf(known)) {
            cached = new CatalogNumbers(known);
            numbers = cached;
        }
        return cached;
    }

    /** The database with this resource id, or null if there is none. */
    public @Nullable DatabaseRecord findDatabase(ResourceId id) {
        DatabaseRecord known = numbers(state()).database(id);
        return known == null ? numbers(newest()).database(id) : known;
    }

    /** The container with this resource id, or null if there is none. */
    public @Nullable ContainerRecord findContainer(ResourceId id) {
        ContainerRecord known = numbers(state()).container(id);
        return known == null ? numbers(newest()).container(id) : known;
    }

    /** The containers of all databases. */
    public Collection<ContainerRecord> containers() {
        return state().databases().values().stream()
                .flatMap(entry -> entry.containers().values().stream())
                .toList();
    }

    /** The containers of a database, by id. */
    public Collection<ContainerRecord> containers(String databaseId) {
        return List.copyOf(stateWith(databaseId).entry(databaseId).containers().values());
    }

    /** The container with this id, or null if it or its database does not exist. */
    public @Nullable ContainerRecord findContainer(String databaseId, String id) {
        return stateWith(databaseId, id).findContainer(databaseId, id);
    }

    public ContainerRecord container(String databaseId, String id) {
        return stateWith(databaseId, id).container(databaseId, id);
    }

    /**
     * Adds a database.
     *
     * @param throughput what its containers share; null for none
     */
    public DatabaseRecord createDatabase(String id, @Nullable Throughput throughput) {
        ItemId.checkResource(id);
        return change(change -> {
            if (change.state().databases().containsKey(id)) {
                throw ConflictException.database();
            }
            Counters last = change.state().counters();
            Counters next =
                    new Counters(last.database() + 1, last.partition(), last.offer() + (throughput == null ? 0 : 1));
            change.put(next);
            DatabaseRecord database = new DatabaseRecord(
                    id,
                    next.database(),
                    change.now(),
                    change.etag(),
                    DatabaseRecord.numberBeforeContainers(next.database()),
                    CatalogOffers.first(change, throughput));
            change.put(database);
            return database;
        });
    }

    /** Skips numbers, so that nothing gets the resource id of what was created after the backup that this store is from. */
    public void skipNumbers() {
        // A mutation that runs again must do the same again.
        long seed = random.nextLong();
        change(change -> SkippedNumbers.put(change, new SplittableRandom(seed)));
    }

    /**
     * Removes the database and returns the containers that went with it.
     *
     * @param ifMatch the ETag it must have, {@code *} or null for any
     */
    public Collection<ContainerRecord> deleteDatabase(String id, @Nullable String ifMatch) {
        return change(change -> {
            Entry entry = change.state().entry(id);
            CatalogTransaction.checkMatch(entry.database().etag(), ifMatch);
            change.delete(entry.database());
            return List.copyOf(entry.containers().values());
        });
    }

    /**
     * Adds a container with as many partitions as its throughput needs. Under a name that was used before, a range id never
     * stands for another range.
     *
     * @param requested its throughput; null for a share of the database's, or the default if that has none
     */
    public ContainerRecord createContainer(
            String databaseId, ContainerProperties properties, @Nullable Throughput requested) {
        return change(change -> {
            Entry entry = change.state().owner(databaseId);
            if (entry.containers().containsKey(properties.id())) {
                throw ConflictException.id();
            }
            ClientEncryptionPolicy.check(properties, entry.keys());
            Offer shared = entry.database().offer();
            Throughput throughput = requested == null && shared == null ? defaultThroughput : requested;
            Throughput spread = throughput == null && shared != null ? shared.throughput() : throughput;
            Counters last = change.state().counters();
            FormerContainer before = change.former(databaseId, properties.id());
            List<FormerRange> former = before == null ? List.of() : before.ranges();
            boolean keepsIds = before != null && before.lendsIdsTo(properties);
            List<PartitionSpec> partitions =
                    CatalogPartitions.first(last.partition(), properties, spread, former, keepsIds);
            change.put(new Counters(
                    last.database(),
                    last.partition() + partitions.size(),
                    last.offer() + (throughput == null ? 0 : 1)));
            DatabaseRecord database =
                    entry.database().withContainer(entry.database().lastContainer() + 1);
            change.put(database);
            ContainerRecord container = new ContainerRecord(
                    database,
                    database.lastContainer(),
                    properties,
                    CatalogOffers.first(change, throughput),
                    partitions,
                    CatalogPartitions.withoutIdsOf(partitions, former),
                    change.now(),
                    change.etag());
            change.put(container);
            return container;
        });
    }

    /**
     * Puts other properties in force; nothing but the container's record is written.
     *
     * @param replacement from the present properties to the new ones; without side effects
     */
    public ContainerRecord replaceContainer(
            String databaseId, String id, @Nullable String ifMatch, UnaryOperator<ContainerProperties> replacement) {
        return change(change -> {
            ContainerRecord current = change.state().container(databaseId, id);
            CatalogTransaction.checkMatch(current.etag(), ifMatch);
            ContainerRecord replaced =
                    current.with(replacement.apply(current.properties()), change.now(), change.etag());
            change.put(replaced);
            return replaced;
        });
    }

    /**
     * Removes a container.
     *
     * @param ifMatch the ETag it must have, {@code *} or null for any
     */
    public ContainerRecord deleteContainer(String databaseId, String id, @Nullable String ifMatch) {
        return change(change -> {
            ContainerRecord container = change.state().container(databaseId, id);
            CatalogTransaction.checkMatch(container.etag(), ifMatch);
            change.delete(container);
            return container;
        });
    }

    /** How often the catalog has changed. */
    public long version() {
        return state().version().version();
    }

    /** The cached state, read again first if it may be stale. */
    CatalogState state() {
        if (!isSettled()) {
            refresh();
        }
        return cache;
    }

    /** Returns false if the cache may be stale; the next call then reads it from the store. */
    public boolean isSettled() {
        return doubts.get() == settledDoubts;
    }

    /** Makes the next call read from the store, because what is stored may differ from the cache. */
    public void distrust() {
        doubts.incrementAndGet();
    }

    private synchronized void refresh() {
        int known = doubts.get();
        if (known != settledDoubts) {
            cache = reader.read();
            // A doubt that arose meanwhile makes this be read once more.
            settledDoubts = known;
        }
    }

    /**
     * The catalog in the store as the rules of ownership use it; reads are served by it from now on. It is read only if its version is
     * another one than before.
     */
    public synchronized CatalogView reload() {
        int known = doubts.get();
        CatalogView last = view;
        if (last != null && last.version() == cache.version().version() && last.version() == reader.version()) {
            settledDoubts = known;
            return last;
        }
        CatalogReader.Whole read = reader.readWhole();
        if (read.state().version().version() >= cache.version().version()) {
            cache = read.state();
        }
        settledDoubts = known;
        view = read.view();
        return read.view();
    }

    /**
     * Makes a change, one at a time. It is decided inside the transaction, by what is stored then.
     *
     * @param change may run again if its commit is refused, so it has no side effects
     * @throws MayflyException that {@code change} throws; nothing is written then
     */
    synchronized <R> R change(Function<CatalogTransaction, R> change) {
        int known = doubts.get();
        Outcome<R> outcome;
        try {
            Partition owned = system.get();
            CatalogReader inTurn = new CatalogReader(owned.store(), initial);
            outcome = owned.writeAlone(transaction -> {
                CatalogState stored = stored(inTurn);
                CatalogTransaction started = new CatalogTransaction(transaction, stored);
                try {
                    R result = change.apply(started);
                    return new Outcome<>(started.state(), () -> result);
                } catch (UnavailableException failing) {
                    throw failing;
                } catch (MayflyException refused) {
                    transaction.rollback();
                    return new Outcome<R>(stored, () -> {
                        throw refused;
                    });
                }
            });
        } catch (RuntimeException | Error uncertain) {
            distrust();
            throw uncertain;
        }
        cache = outcome.state;
        settledDoubts = known;
        return outcome.result.get();
    }

    /** The cache if it is what is stored; otherwise what is stored. Called inside a transaction. */
    private CatalogState stored(CatalogReader inTurn) {
        CatalogState known = cache;
        return isSettled() && known.version().version() == inTurn.version() ? known : inTurn.read();
    }

    /**
     * What a change leaves behind.
     *
     * @param state the newest one
     * @param result returns the result, or throws the reason why the change was refused
     */
    private record Outcome<R>(CatalogState state, Supplier<R> result) {}
}
