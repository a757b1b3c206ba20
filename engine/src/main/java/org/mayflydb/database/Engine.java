package org.mayflydb.database;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.PreconditionFailedException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.catalog.Catalog;
import org.mayflydb.catalog.ContainerProperties;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.catalog.Permissions;
import org.mayflydb.catalog.Users;
import org.mayflydb.charge.Throughput;
import org.mayflydb.feed.ChangeFeed;
import org.mayflydb.foresight.TtlGuard;
import org.mayflydb.item.Items;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.query.Queries;
import org.mayflydb.query.QueryPage;
import org.mayflydb.query.QueryRequest;
import org.mayflydb.query.compile.ComputedProperties;
import org.mayflydb.query.compile.ComputedPropertyReader;
import org.mayflydb.query.compile.Schema;
import org.mayflydb.query.compile.VectorPolicy;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreHealth;
import org.mayflydb.storage.StoreListener;

/** A database on a store: its databases and containers, and their items. Safe for use by many threads. */
public final class Engine implements AutoCloseable {
    static final PartitionSpec SYSTEM = new PartitionSpec(0, 0, EpkRange.FULL);

    /** What one step in the background removes at most of a partition's log, and of its deleted items. */
    private static final int TRIM_RECORDS = 200;

    private static final int REMOVED_ITEMS = 100;

    private final Store store;
    private final EngineSettings settings;
    private final TtlGuard guard;
    private final TimeKeeping time;
    private final Partition.Environment environment;
    private final Catalog catalog;
    private final OpenContainers containers;
    private final Predecessors predecessors = new Predecessors();

    /** Held while containers are created or deleted, so that a successor finds its traces; taken before any other lock. */
    private final Object naming = new Object();

    private final IndexRebuilds rebuilds;
    private final Queries queries;
    private final UnitAccounts units;
    private final Purger purger;
    private final ContainerChore trimming;
    private final ContainerChore keyRemoval;
    private final Splits splits;
    private final BackgroundFailures failures = new BackgroundFailures();

    private Engine(Store store, EngineSettings settings, TtlGuard guard) {
        this.store = store;
        this.settings = settings;
        this.guard = guard;
        this.rebuilds = new IndexRebuilds(settings.background(), failures);
        this.queries = new Queries(settings.clock(), settings.random(), System::nanoTime, settings.queryLimits());
        this.time = new TimeKeeping(settings, this::opened, this::openPartitions, settings.background());
        this.environment = new Partition.Environment(
                store,
                time.watch(),
                settings.durability(),
                new UUID(settings.random().nextLong(), settings.random().nextLong()));
        Partition system = new Partition(SYSTEM, environment);
        StoreFormat.claim(store, system);
        this.catalog =
                new Catalog(system, settings.throughput().serverless() ? null : Throughput.DEFAULT, settings.random());
        store.listen(new StoreListener() {
            @Override
            public void settled() {
                catalog.distrust();
            }
        });
        catalog.droppedPartitions().forEach(this::drop);
        this.containers = new OpenContainers(catalog, environment, settings.itemRules(), this::adapted);
        this.units = new UnitAccounts(settings.clock(), settings.throughput(), this::newest);
        this.splits = new Splits(store, catalog, new SplittingContainers(), settings.background(), failures);
        this.purger = new Purger(
                new ExpiringContainers(),
                units,
                () -> !time.isSuspect(),
                settings.loadMeter(),
                settings.purgeTimer(),
                failures);
        this.trimming = new ContainerChore(
                new ContainerChore.Work(
                        "mayfly-log-trim",
                        "A step of trimming logs",
                        this::logged,
                        this::reopen,
                        items -> items.trimLog(TRIM_RECORDS)),
                settings.purgeTimer(),
                failures);
        this.keyRemoval = new ContainerChore(
                new ContainerChore.Work(
                        "mayfly-key-removal",
                        "A step of removing deleted partition keys",
                        this::withDeletedKeys,
                        this::reopen,
                        items -> items.removeDeleted(REMOVED_ITEMS)),
                settings.purgeTimer(),
                failures);
    }

    /**
     * Opens the database that the store holds, or makes a new one in an empty store. Closing the engine closes the
     * store.
     *
     * @throws org.mayflydb.base.CorruptStoreException saying what is damaged and where
     */
    public static Engine open(Store store, EngineSettings settings) {
        return open(store, settings, TtlGuard.OFF);
    }

    /**
     * As {@link #open(Store, EngineSettings)}.
     *
     * @param guard what changes of a time to live are refused unless they are confirmed
     */
    public static Engine open(Store store, EngineSettings settings, TtlGuard guard) {
        try {
            Engine engine = new Engine(store, settings, guard);
            engine.purger.start();
            engine.trimming.start();
            engine.keyRemoval.start();
            engine.splits.begin();
            return engine;
        } catch (RuntimeException failure) {
            store.close();
            throw failure;
        }
    }

    /** Whether the data outlives the process. */
    public boolean isDurable() {
        return store.isDurable();
    }

    /** Whether the store takes writes. Reads memory only. */
    public StoreHealth storeHealth() {
        return store.health();
    }

    /** Tells somebody what happens to the store from now on. */
    public void listen(StoreListener listener) {
        store.listen(listener);
    }

    /**
     * Reads something from the store.
     *
     * @throws org.mayflydb.base.MayflyException if that fails
     */
    public void probe() {
        store.partition(SYSTEM.number()).get(PartitionHead.KEY);
    }

    public Collection<DatabaseRecord> databases() {
        return catalog.databases();
    }

    /** The database with this id, or null if there is none. */
    public @Nullable DatabaseRecord findDatabase(String id) {
        return catalog.findDatabase(id);
    }

    /** The container with this id, or null if it or its database does not exist. */
    public @Nullable ContainerRecord findContainer(String databaseId, String id) {
        return catalog.findContainer(databaseId, id);
    }

    public DatabaseRecord database(String id) {
        return catalog.database(id);
    }

    /** Makes a database whose containers each have their own throughput. */
    public DatabaseRecord createDatabase(String id) {
        return createDatabase(id, null);
    }

    /**
     * Makes a database.
     *
     * @param throughput what its containers share; null for none
     */
    public DatabaseRecord createDatabase(String id, @Nullable Throughput throughput) {
        refuseThroughputIfServerless(throughput);
        return catalog.createDatabase(id, throughput);
    }

    /** Leaves out resource ids that may have been given away before the store was restored to an earlier state. */
    public void skipNumbers() {
        catalog.skipNumbers();
    }

    public void deleteDatabase(String id) {
        deleteDatabase(id, null);
    }

    /**
     * Removes a database and all that is in it.
     *
     * @param ifMatch the ETag it must have, {@code *} or null for any
     */
    public void deleteDatabase(String id, @Nullable String ifMatch) {
        DatabaseRecord database = catalog.database(id);
        List<ContainerRecord> discarded = new ArrayList<>();
        RuntimeException failed = null;
        synchronized (naming) {
            for (ContainerRecord container : catalog.deleteDatabase(id, ifMatch)) {
                try {
                    discard(container);
                    discarded.add(container);
                } catch (RuntimeException failure) {
                    failed = failure;
                }
            }
        }
        for (ContainerRecord container : discarded) {
            try {
                drop(container);
            } catch (RuntimeException failure) {
                failed = failure;
            }
        }
        units.forget(database);
        if (failed != null) {
            throw failed;
        }
    }

    /** The request units of all containers. */
    public UnitAccounts units() {
        return units;
    }

    /** The users of all databases. */
    public Users users() {
        return catalog.users();
    }

    /** The permissions of all users. */
    public Permissions permissions() {
        return catalog.permissions();
    }

    public Collection<ContainerRecord> containers(String databaseId) {
        return catalog.containers(databaseId);
    }

    public ContainerRecord container(String databaseId, String id) {
        return catalog.container(databaseId, id);
    }

    /**
     * Makes a container.
     *
     * @param properties as the service takes them; what is left out gets the service's default
     * @param throughput there is one partition for every started 10,000 units per second; null for a share of the
     *     database's, or the default if that has none
     */
    public ContainerRecord createContainer(String databaseId, JsonObject properties, @Nullable Throughput throughput) {
        refuseThroughputIfServerless(throughput);
        ContainerProperties checked = ContainerProperties.create(properties, settings.nullDefaultTtl());
        computedProperties(checked);
        OpenContainers.logPolicy(checked);
        synchronized (naming) {
            Predecessors.Traces before = predecessors.of(databaseId, checked.id());
            ContainerRecord created = catalog.createContainer(databaseId, checked, throughput, before.ranges());
            if (before.lsn() > 0) {
                containers.open(created).startAfter(before.lsn());
            }
            return created;
        }
    }

    /**
     * Replaces the properties of a container as a whole. What it says about time to live counts at once; another
     * indexing policy counts for every write from now on, and older items follow in the background.
     */
    public ContainerRecord replaceContainer(String databaseId, String id, JsonObject properties) {
        return replaceContainer(databaseId, id, properties, null);
    }

    /**
     * Changes a container's policies.
     *
     * @param ifMatch the ETag it must have, {@code *} or null for any
     */
    public ContainerRecord replaceContainer(
            String databaseId, String id, JsonObject properties, @Nullable String ifMatch) {
        return replaceContainer(databaseId, id, properties, ifMatch, TtlChange.GUARDED);
    }

    /**
     * Changes a container's policies.
     *
     * @param ifMatch the ETag it must have, {@code *} or null for any
     * @param change whether the guard is asked what the change removes
     */
    public ContainerRecord replaceContainer(
            String databaseId, String id, JsonObject properties, @Nullable String ifMatch, TtlChange change) {
        ContainerRecord replaced = change == TtlChange.GUARDED && !guard.equals(TtlGuard.OFF)
                ? replaceGuarded(databaseId, id, properties, ifMatch)
                : replaceChecked(databaseId, id, properties, ifMatch);
        containers.update(replaced);
        wakePurger(replaced);
        return replaced;
    }

    /**
     * The guard may look at many items, so it is asked before anything is locked; if the container has changed until its
     * answer is there, it is asked again.
     */
    private ContainerRecord replaceGuarded(
            String databaseId, String id, JsonObject properties, @Nullable String ifMatch) {
        while (true) {
            ContainerRecord seen = catalog.container(databaseId, id);
            if (ifMatch != null && !ifMatch.equals("*") && !ifMatch.equals(seen.etag())) {
                throw new PreconditionFailedException();
            }
            ContainerProperties checked = check(seen.properties(), properties);
            if (!checked.ttl().equals(seen.ttl())) {
                guard.check(containers.open(seen), checked.ttl());
            }
            try {
                return replaceChecked(databaseId, id, properties, seen.etag());
            } catch (PreconditionFailedException changedMeanwhile) {
                // Unless that is what the caller wants to know, which the next turn tells.
            }
        }
    }

    private ContainerRecord replaceChecked(
            String databaseId, String id, JsonObject properties, @Nullable String ifMatch) {
        return catalog.replaceContainer(databaseId, id, ifMatch, current -> check(current, properties));
    }

    private static ContainerProperties check(ContainerProperties current, JsonObject properties) {
        ContainerProperties checked = ContainerProperties.replace(current, properties);
        computedProperties(checked);
        OpenContainers.logPolicy(checked);
        return checked;
    }

    /**
     * Changes the throughput of a container that has its own. If it asks for more partitions than there are, they are split
     * in the background.
     *
     * @param ifMatch the ETag that the offer must have, {@code *} or null for any
     */
    public ContainerRecord replaceOffer(ContainerRecord container, Throughput throughput, @Nullable String ifMatch) {
        ContainerRecord replaced = catalog.replaceOffer(container, throughput, ifMatch);
        containers.update(replaced);
        splits.begin();
        return replaced;
    }

    /**
     * Changes the throughput that the containers of a database share.
     *
     * @param ifMatch the ETag that the offer must have, {@code *} or null for any
     */
    public DatabaseRecord replaceOffer(DatabaseRecord database, Throughput throughput, @Nullable String ifMatch) {
        return catalog.replaceOffer(database, throughput, ifMatch);
    }

    public void deleteContainer(String databaseId, String id) {
        deleteContainer(databaseId, id, null);
    }

    /**
     * Removes a container and its items.
     *
     * @param ifMatch the ETag it must have, {@code *} or null for any
     */
    public void deleteContainer(String databaseId, String id, @Nullable String ifMatch) {
        ContainerRecord deleted;
        synchronized (naming) {
            deleted = catalog.deleteContainer(databaseId, id, ifMatch);
            discard(deleted);
        }
        drop(deleted);
    }

    /** The items of a container. */
    public Items items(String databaseId, String containerId) {
        ContainerRecord container = catalog.findContainer(databaseId, containerId);
        if (container == null) {
            throw NotFoundException.owner();
        }
        return asked(containers.open(container));
    }

    /**
     * The items of a container if they can be had without waiting: it is open and in line with its record. Otherwise null;
     * then {@link #items} opens it, which may wait for the store and for writes under way.
     */
    public @Nullable Items itemsAtOnce(ContainerRecord container) {
        Items open = containers.usable(container);
        return open == null ? null : asked(open);
    }

    private Items asked(Items open) {
        rebuilds.begin(open.index());
        return open;
    }

    /** The items of a container, for monitoring and background work. */
    public Items watchedItems(ContainerRecord container) {
        return containers.open(container);
    }

    /**
     * The newest LSN of a partition; empty if there is none with this range. Never waits for a write or for a container to be
     * opened, so threads that commit may ask.
     */
    public OptionalLong lastLsn(ContainerRecord container, int rangeId) {
        Items open = containers.find(container);
        if (open != null) {
            return open.lastLsn(rangeId);
        }
        ContainerRecord newest = newest(container);
        if (newest == null) {
            return OptionalLong.empty();
        }
        return newest.partitions().stream()
                .filter(partition -> partition.rangeId() == rangeId)
                .mapToLong(partition -> PartitionHead.stored(store.partition(partition.number()))
                        .lastLsn())
                .findFirst();
    }

    /** Returns false if the next call to the catalog reloads it from the store, and so may block. */
    public boolean isSettled() {
        return catalog.isSettled();
    }

    /** Answers a query over the items of a container, one page at a time. */
    public QueryPage query(String databaseId, String containerId, QueryRequest request) {
        ContainerRecord container = container(databaseId, containerId);
        ContainerQueries target = new ContainerQueries(
                items(databaseId, containerId), container.properties().partitionKey(), schema(container.properties()));
        return queries.page(target, request);
    }

    private void refuseThroughputIfServerless(@Nullable Throughput throughput) {
        if (throughput != null && settings.throughput().serverless()) {
            throw new BadRequestException(
                    "Setting offer throughput or autopilot on container is not supported for serverless accounts.");
        }
    }

    /** The changes of a container. */
    public ChangeFeed changes(String databaseId, String containerId) {
        return new ChangeFeed(items(databaseId, containerId), System::nanoTime);
    }

    /**
     * Deletes all items of a logical partition, or of all that the first levels of a hierarchical key begin. They are gone
     * for everybody at once; their space comes back in the background.
     */
    public void deleteAll(String databaseId, String containerId, PartitionKey partitionKey) {
        items(databaseId, containerId).deleteAll(partitionKey);
        keyRemoval.wake();
    }

    private static Schema schema(ContainerProperties properties) {
        return new Schema(
                computedProperties(properties),
                VectorPolicy.read(properties.keptPolicies().get("vectorEmbeddingPolicy")));
    }

    /** The computed properties of a container; a bad request if they are no good. */
    private static ComputedProperties computedProperties(ContainerProperties properties) {
        return ComputedPropertyReader.read(properties.keptPolicies().get("computedProperties"));
    }

    private void adapted(ContainerRecord container, Items open) {
        time.opened(container, open);
        wakePurger(container);
        if (open.logPolicy().isKept()) {
            trimming.wake();
        }
        rebuilds.begin(open.index());
    }

    /** The newest record of this very container; null if it is gone, even if another one has its name. */
    private @Nullable ContainerRecord newest(ContainerRecord container) {
        ContainerRecord named = catalog.findContainer(container.database().id(), container.id());
        return named != null && named.rid().equals(container.rid()) ? named : null;
    }

    private void wakePurger(ContainerRecord container) {
        if (container.ttl().isOn()) {
            purger.wake();
        }
    }

    private List<ContainerRecord> logged() {
        return catalog.containers().stream()
                .filter(container ->
                        OpenContainers.logPolicy(container.properties()).isKept())
                .toList();
    }

    /** For containers that are not open, the stored records decide: deletions continue after a restart. */
    private List<ContainerRecord> withDeletedKeys() {
        return catalog.containers().stream().filter(this::hasDeletedKeys).toList();
    }

    private boolean hasDeletedKeys(ContainerRecord container) {
        Items open = containers.find(container);
        return open == null
                ? container.partitions().stream()
                        .anyMatch(partition -> Items.hasDeletedKeys(store.partition(partition.number())))
                : open.hasDeletedKeys();
    }

    private @Nullable Items reopen(ContainerRecord container) {
        ContainerRecord current = catalog.findContainer(container.database().id(), container.id());
        return current == null ? null : containers.open(current);
    }

    /** What splits need. */
    private final class SplittingContainers implements Splits.Containers {
        @Override
        public Items open(ContainerRecord container) {
            return containers.open(container);
        }

        @Override
        public Partition open(PartitionSpec partition) {
            return new Partition(partition, environment);
        }

        @Override
        public void exclusively(ContainerRecord container, Runnable action) {
            containers.exclusively(container, action);
        }

        @Override
        public void dropped(ContainerRecord container, PartitionSpec partition) {
            units.forget(container, partition);
        }

        @Override
        public void adapted(Items split) {
            rebuilds.begin(split.index());
        }
    }

    /** What the purge takes turns over. */
    private final class ExpiringContainers implements Purger.Containers {
        @Override
        public List<ContainerRecord> expiring() {
            return catalog.containers().stream()
                    .filter(container -> container.ttl().isOn())
                    .toList();
        }

        @Override
        public Purger.@Nullable Opened open(ContainerRecord container) {
            ContainerRecord current = catalog.findContainer(container.database().id(), container.id());
            return current == null || !current.ttl().isOn()
                    ? null
                    : new Purger.Opened(current, containers.open(current));
        }
    }

    /** Tells what fails in the background, which is tried again and otherwise only counted. */
    public BackgroundFailures backgroundFailures() {
        return failures;
    }

    /** How many steps of trimming logs and of removing deleted partition keys have failed; each is tried again. */
    public long failedChoreSteps() {
        return trimming.failures() + keyRemoval.failures();
    }

    /** How many expired items were purged since the engine was opened, by itself or because somebody asked. */
    public long purgedItems() {
        return containers.purgedItems();
    }

    /** For how many seconds the oldest item that is still stored has been expired, in any container that is open. */
    public long oldestExpiredSeconds() {
        return containers.all().stream()
                .mapToLong(Items::oldestExpiredSeconds)
                .max()
                .orElse(0);
    }

    /** Which share of the time the background purge may take at present, where throughput is not limited. */
    public double purgeDuty() {
        return purger.duty();
    }

    /** How many splits of partitions have failed; each is tried again. */
    public long failedSplits() {
        return splits.failures();
    }

    /** How many steps of the purge in the background have failed; each is tried again. */
    public long failedPurgeSteps() {
        return purger.failures();
    }

    private void discard(ContainerRecord container) {
        containers.discard(container);
        predecessors.add(container, store);
    }

    private void drop(ContainerRecord container) {
        container.partitions().forEach(partition -> drop(partition.number()));
        units.forget(container);
    }

    private void drop(int partitionNumber) {
        store.drop(partitionNumber);
        catalog.forgetDropped(partitionNumber);
    }

    /** How many containers, partitions and databases something is remembered about, for tests. */
    int keptInMemory() {
        return containers.size() + units.size();
    }

    /** Makes everything written so far survive a power failure, including relaxed writes. */
    public void sync() {
        store.sync();
    }

    /** The watch over the engine's clock. */
    public TimeKeeping time() {
        return time;
    }

    private List<Partition> openPartitions() {
        return containers.all().stream()
                .flatMap(open -> open.partitions().stream())
                .toList();
    }

    private List<TimeKeeping.Opened> opened() {
        List<TimeKeeping.Opened> opened = new ArrayList<>();
        for (ContainerRecord container : catalog.containers()) {
            Items open = containers.find(container);
            if (open != null) {
                opened.add(new TimeKeeping.Opened(container, open));
            }
        }
        return opened;
    }

    /** What time it is by the engine's clock. */
    public Instant now() {
        return settings.clock().instant();
    }

    /**
     * Copies a snapshot of this store into a directory that does not exist yet. Requests continue meanwhile.
     *
     * @return the copy, open; the caller closes it
     * @throws UnsupportedException if the store cannot be copied
     */
    public Store copyTo(Path directory) {
        return store.copier()
                .orElseThrow(() -> new UnsupportedException("Copying a store in memory"))
                .copyTo(directory);
    }

    @Override
    public void close() {
        purger.close();
        trimming.close();
        keyRemoval.close();
        splits.close();
        rebuilds.close();
        time.close();
        saveTimes();
        store.close();
    }

    /** What was reported as expired stays so after a restart, even if the clock is behind by then. */
    private void saveTimes() {
        for (Partition partition : openPartitions()) {
            try {
                partition.saveTime();
            } catch (RuntimeException | Error unwritable) {
                // The partition stays as it is: its last commit has the time of its writes.
            }
        }
    }
}
