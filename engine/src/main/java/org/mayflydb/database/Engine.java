package org.mayflydb.database;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.catalog.Catalog;
import org.mayflydb.catalog.ContainerProperties;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.catalog.Permissions;
import org.mayflydb.catalog.Users;
import org.mayflydb.changelog.LogPolicy;
import org.mayflydb.charge.Throughput;
import org.mayflydb.feed.ChangeFeed;
import org.mayflydb.foresight.TtlGuard;
import org.mayflydb.index.IndexRules;
import org.mayflydb.item.ItemLayout;
import org.mayflydb.item.Items;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.ResourceId;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.query.Queries;
import org.mayflydb.query.QueryPage;
import org.mayflydb.query.QueryRequest;
import org.mayflydb.query.compile.ComputedProperties;
import org.mayflydb.query.compile.ComputedPropertyReader;
import org.mayflydb.storage.Store;

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
    private final ConcurrentMap<ResourceId, Items> items = new ConcurrentHashMap<>();
    private final IndexRebuilds rebuilds;
    private final Queries queries;
    private final UnitAccounts units;
    private final Purger purger;
    private final ContainerChore trimming;
    private final ContainerChore keyRemoval;
    private final Splits splits;

    private final LongAdder purgedOfDiscarded = new LongAdder();

    private Engine(Store store, EngineSettings settings, TtlGuard guard) {
        this.store = store;
        this.settings = settings;
        this.guard = guard;
        this.rebuilds = new IndexRebuilds(settings.background());
        this.queries = new Queries(settings.clock(), settings.random(), System::nanoTime, settings.queryLimits());
        this.time = new TimeKeeping(settings, this::opened, settings.background());
        this.environment = new Partition.Environment(
                store, time.watch(), settings.durability(), settings.random().nextLong());
        Partition system = new Partition(SYSTEM, environment);
        StoreFormat.claim(store, system);
        this.catalog = new Catalog(system, settings.throughput().serverless() ? null : Throughput.DEFAULT);
        catalog.droppedPartitions().forEach(this::drop);
        this.units = new UnitAccounts(settings.clock(), settings.throughput());
        this.splits = new Splits(store, catalog, new SplittingContainers(), settings.background());
        this.purger = new Purger(
                new ExpiringContainers(), units, () -> !time.isSuspect(), settings.loadMeter(), settings.purgeTimer());
        this.trimming = new ContainerChore(
                new ContainerChore.Work(
                        "mayfly-log-trim", this::logged, this::reopen, items -> items.trimLog(TRIM_RECORDS)),
                settings.purgeTimer());
        this.keyRemoval = new ContainerChore(
                new ContainerChore.Work(
                        "mayfly-key-removal",
                        this::withDeletedKeys,
                        this::reopen,
                        items -> items.removeDeleted(REMOVED_ITEMS)),
                settings.purgeTimer());
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

    public void deleteDatabase(String id) {
        deleteDatabase(id, null);
    }

    /**
     * Removes a database and all that is in it.
     *
     * @param ifMatch the ETag it must have, {@code *} or null for any
     */
    public void deleteDatabase(String id, @Nullable String ifMatch) {
        catalog.deleteDatabase(id, ifMatch).forEach(this::discard);
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
        logPolicy(checked);
        return catalog.createContainer(databaseId, checked, throughput);
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
    public synchronized ContainerRecord replaceContainer(
            String databaseId, String id, JsonObject properties, @Nullable String ifMatch, TtlChange change) {
        ContainerRecord replaced = catalog.replaceContainer(databaseId, id, ifMatch, current -> {
            ContainerProperties checked = ContainerProperties.replace(current, properties);
            computedProperties(checked);
            if (change == TtlChange.GUARDED) {
                guard.check(open(databaseId, id), checked.ttl());
            }
            logPolicy(checked);
            return checked;
        });
        Items open = items.get(replaced.rid());
        if (open != null) {
            adapt(open, replaced);
        }
        wakePurger(replaced);
        return replaced;
    }

    /**
     * Changes the throughput of a container that has its own. If it asks for more partitions than there are, they are split
     * in the background.
     *
     * @param ifMatch the ETag that the offer must have, {@code *} or null for any
     */
    public ContainerRecord replaceOffer(ContainerRecord container, Throughput throughput, @Nullable String ifMatch) {
        ContainerRecord replaced = catalog.replaceOffer(container, throughput, ifMatch);
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
        discard(catalog.deleteContainer(databaseId, id, ifMatch));
    }

    /** The items of a container. */
    public Items items(String databaseId, String containerId) {
        ContainerRecord container = catalog.findContainer(databaseId, containerId);
        if (container == null) {
            throw NotFoundException.owner();
        }
        Items open = openItems(container);
        rebuilds.begin(open.index());
        return open;
    }

    /** The items of a container for who watches over them. */
    public Items watchedItems(ContainerRecord container) {
        return openItems(container);
    }

    private Items openItems(ContainerRecord container) {
        Items open = items.get(container.rid());
        return open == null || !isCurrent(open, container)
                ? open(container.database().id(), container.id())
                : open;
    }

    /** Answers a query over the items of a container, one page at a time. */
    public QueryPage query(String databaseId, String containerId, QueryRequest request) {
        ContainerRecord container = container(databaseId, containerId);
        ContainerQueries target = new ContainerQueries(
                items(databaseId, containerId),
                container.properties().partitionKey(),
                computedProperties(container.properties()));
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

    /** How long a container keeps all versions and deletes; a bad request if what it says about it is no good. */
    private static LogPolicy logPolicy(ContainerProperties properties) {
        return LogPolicy.read(properties.keptPolicies().get("changeFeedPolicy"));
    }

    /** The computed properties of a container; a bad request if they are no good. */
    private static ComputedProperties computedProperties(ContainerProperties properties) {
        return ComputedPropertyReader.read(properties.keptPolicies().get("computedProperties"));
    }

    /** They differ after a change that failed without anybody knowing whether it was stored. */
    private static boolean isCurrent(Items open, ContainerRecord container) {
        return open.has(container.partitions())
                && open.ttl().equals(container.ttl())
                && open.index().rules().policy().equals(container.properties().indexingPolicy())
                && open.logPolicy().equals(logPolicy(container.properties()));
    }

    private void adapt(Items open, ContainerRecord container) {
        if (!open.has(container.partitions())) {
            open.replacePartitions(container.partitions(), spec -> new Partition(spec, environment));
        }
        open.changeTtl(container.ttl());
        LogPolicy logPolicy = logPolicy(container.properties());
        if (!open.logPolicy().equals(logPolicy)) {
            changeLog(open, logPolicy);
        }
        IndexingPolicy policy = container.properties().indexingPolicy();
        if (!open.index().rules().policy().equals(policy)) {
            open.index().change(IndexRules.of(policy));
            rebuilds.begin(open.index());
        }
    }

    /** Locked, so that what is opened has the newest properties and is not just being discarded. */
    private synchronized Items open(String databaseId, String containerId) {
        ContainerRecord container = catalog.findContainer(databaseId, containerId);
        if (container == null) {
            throw NotFoundException.owner();
        }
        Items open = items.computeIfAbsent(container.rid(), rid -> {
            List<Partition> partitions = container.partitions().stream()
                    .map(spec -> new Partition(spec, environment))
                    .toList();
            IndexRules rules = IndexRules.of(container.properties().indexingPolicy());
            Items opened = new Items(layout(container), partitions, container.ttl(), rules, settings.itemRules());
            changeLog(opened, logPolicy(container.properties()));
            time.opened(container, opened);
            return opened;
        });
        adapt(open, container);
        wakePurger(container);
        return open;
    }

    private void wakePurger(ContainerRecord container) {
        if (container.ttl().isOn()) {
            purger.wake();
        }
    }

    private void changeLog(Items open, LogPolicy policy) {
        open.changeLog(policy);
        if (policy.isKept()) {
            trimming.wake();
        }
    }

    private List<ContainerRecord> logged() {
        return catalog.containers().stream()
                .filter(container -> logPolicy(container.properties()).isKept())
                .toList();
    }

    /** Of those that are not open, what is stored tells: deletions go on after a restart. */
    private List<ContainerRecord> withDeletedKeys() {
        return catalog.containers().stream().filter(this::hasDeletedKeys).toList();
    }

    private boolean hasDeletedKeys(ContainerRecord container) {
        Items open = items.get(container.rid());
        return open == null
                ? container.partitions().stream()
                        .anyMatch(partition -> Items.hasDeletedKeys(store.partition(partition.number())))
                : open.hasDeletedKeys();
    }

    private @Nullable Items reopen(ContainerRecord container) {
        ContainerRecord current = catalog.findContainer(container.database().id(), container.id());
        return current == null ? null : openItems(current);
    }

    /** What splits need. */
    private final class SplittingContainers implements Splits.Containers {
        @Override
        public Items open(ContainerRecord container) {
            return openItems(container);
        }

        @Override
        public Partition open(PartitionSpec partition) {
            return new Partition(partition, environment);
        }

        @Override
        public void exclusively(Runnable action) {
            synchronized (Engine.this) {
                action.run();
            }
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
            return current == null || !current.ttl().isOn() ? null : new Purger.Opened(current, openItems(current));
        }
    }

    /** How many steps of trimming logs and of removing deleted partition keys have failed; each is tried again. */
    public long failedChoreSteps() {
        return trimming.failures() + keyRemoval.failures();
    }

    /** How many expired items were purged since the engine was opened, by itself or because somebody asked. */
    public long purgedItems() {
        return purgedOfDiscarded.sum()
                + items.values().stream().mapToLong(Items::purgedItems).sum();
    }

    /** For how many seconds the oldest item that is still stored has been expired, in any container that is open. */
    public long oldestExpiredSeconds() {
        return items.values().stream()
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

    static ItemLayout layout(ContainerRecord container) {
        return new ItemLayout(
                container.database().rid(),
                container.rid(),
                container.properties().partitionKey(),
                container.properties().uniqueKeyPolicy());
    }

    private synchronized void discard(ContainerRecord container) {
        Items open = items.remove(container.rid());
        if (open != null) {
            open.close();
            purgedOfDiscarded.add(open.purgedItems());
        }
        container.partitions().forEach(partition -> drop(partition.number()));
        units.forget(container);
    }

    private void drop(int partitionNumber) {
        store.drop(partitionNumber);
        catalog.forgetDropped(partitionNumber);
    }

    /** Makes everything written so far safe from the loss of power, relaxed writes too. */
    public void sync() {
        store.sync();
    }

    /** The watch over the engine's clock. */
    public TimeKeeping time() {
        return time;
    }

    private List<TimeKeeping.Opened> opened() {
        List<TimeKeeping.Opened> opened = new ArrayList<>();
        for (ContainerRecord container : catalog.containers()) {
            Items open = items.get(container.rid());
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
     * Makes a store of its own in a directory that does not exist yet, as this one was at one moment of the call. Requests go
     * on meanwhile.
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
        try {
            items.values().forEach(open -> open.partitions().forEach(Partition::saveTime));
        } catch (RuntimeException | Error unwritable) {
            // The store stays as it is: its last commits have the times of their writes.
        }
    }
}
