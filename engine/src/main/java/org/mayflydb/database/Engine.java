package org.mayflydb.database;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.Catalog;
import org.mayflydb.catalog.ClientEncryptionKeys;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.catalog.Offer;
import org.mayflydb.catalog.Permissions;
import org.mayflydb.catalog.Users;
import org.mayflydb.charge.Throughput;
import org.mayflydb.feed.ChangeFeed;
import org.mayflydb.forecast.TtlGuard;
import org.mayflydb.item.Items;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.ResourceId;
import org.mayflydb.node.Node;
import org.mayflydb.ownership.CatalogEdit;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.query.IndexUse;
import org.mayflydb.query.QueryPage;
import org.mayflydb.query.QueryRequest;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.storage.Capability;
import org.mayflydb.storage.Store;
import org.mayflydb.units.UnitAccounts;

/** A database on a store: its databases and containers, and their items. Safe for use by many threads. */
public final class Engine implements AutoCloseable {
    static final PartitionSpec SYSTEM = new PartitionSpec(0, 0, EpkRange.FULL);

    private final Store store;
    private final EngineSettings settings;
    private final TimeKeeping time;
    private final OpenStore open;
    private final Catalog catalog;
    private final OpenContainers containers;
    private final ContainerChanges changes;
    private final Background background;
    private final EngineQueries queries;
    private final UnitAccounts units;
    private final boolean readsLocally;
    private final @Nullable PartitionOwners owners;

    private Engine(Store store, EngineSettings settings, TtlGuard guard) {
        this.store = store;
        this.settings = settings;
        this.readsLocally = store.can(Capability.LOCAL_READS);
        EngineSettings.Rules rules = settings.rules();
        this.queries = new EngineQueries(settings);
        this.time = new TimeKeeping(settings, this::opened, settings.jobs().executor());
        this.open = settings.sharing() == null
                ? new SoleStore(store, time.watch(), settings)
                : new SharedStore(store, time.watch(), settings, settings.sharing());
        this.owners = open instanceof SharedStore shared ? new PartitionOwners(shared) : null;
        this.catalog = open.catalog();
        this.containers = new OpenContainers(catalog, store, new ContainerOpener(open, rules.items()), this::adapted);
        this.units = new UnitAccounts(settings.time().clock(), rules.throughput(), containers::newest);
        this.changes = new ContainerChanges(catalog, containers, units, open, guard, rules);
        this.background = new Background(open, containers, units, settings, () -> !time.isSuspect());
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

    /** As {@link #open(Store, EngineSettings)}, with a guard that refuses changes of a TTL unless they are confirmed. */
    public static Engine open(Store store, EngineSettings settings, TtlGuard guard) {
        try {
            StoreRequirements.check(store);
            Engine engine = new Engine(TranslatedStore.of(store), settings, guard);
            engine.open.start(engine.containers, engine.background::partitionsMoved);
            engine.background.start();
            return engine;
        } catch (RuntimeException | Error failure) {
            store.close();
            throw failure;
        }
    }

    /** Its store, for operators. */
    public EngineStore store() {
        return new EngineStore(store);
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

    /** The database with this resource id, or null if there is none. */
    public @Nullable DatabaseRecord findDatabase(ResourceId id) {
        return catalog.findDatabase(id);
    }

    /** The container with this resource id, or null if there is none. */
    public @Nullable ContainerRecord findContainer(ResourceId id) {
        return catalog.findContainer(id);
    }

    public DatabaseRecord database(String id) {
        return catalog.database(id);
    }

    /** Creates a database whose containers each have their own throughput. */
    public DatabaseRecord createDatabase(String id) {
        return createDatabase(id, null);
    }

    /** Creates a database whose containers share the throughput; null for none. */
    public DatabaseRecord createDatabase(String id, @Nullable Throughput throughput) {
        return changes.createDatabase(id, throughput);
    }

    /** Skips resource ids and LSNs that may have been given out after the state that the store was restored to. */
    public void skipNumbers() {
        RestoredNumbers.skip(catalog, containers);
    }

    public void deleteDatabase(String id) {
        deleteDatabase(id, null);
    }

    /** Deletes a database, if it has the ETag {@code ifMatch}; {@code *} or null for any. */
    public void deleteDatabase(String id, @Nullable String ifMatch) {
        changes.deleteDatabase(id, ifMatch);
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

    /** The client encryption keys of all databases. */
    public ClientEncryptionKeys clientEncryptionKeys() {
        return catalog.clientEncryptionKeys(open::awaitEverywhere);
    }

    public Collection<ContainerRecord> containers(String databaseId) {
        return catalog.containers(databaseId);
    }

    public ContainerRecord container(String databaseId, String id) {
        return catalog.container(databaseId, id);
    }

    /** Returns the container that now has the name of a deleted one; null if there is none. */
    public @Nullable ContainerRecord successor(ResourceId deleted) {
        return changes.successor(deleted);
    }

    /**
     * Makes a container.
     *
     * @param properties as the service takes them; what is left out gets the service's default
     * @param throughput decides how many partitions there are; null for a share of the
     *     database's, or the default if that has none
     */
    public ContainerRecord createContainer(String databaseId, JsonObject properties, @Nullable Throughput throughput) {
        return changes.create(databaseId, properties, throughput);
    }

    /**
     * Replaces the properties of a container as a whole. What it says about time to live counts at once; another
     * indexing policy counts for every write from now on, and older items follow in the background.
     */
    public ContainerRecord replaceContainer(String databaseId, String id, JsonObject properties) {
        return replaceContainer(databaseId, id, properties, null);
    }

    /** As above, if the container has the ETag {@code ifMatch}; {@code *} or null for any. */
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
        ContainerRecord replaced = changes.replace(databaseId, id, properties, ifMatch, change);
        background.expiryChanged(replaced);
        return replaced;
    }

    /**
     * Changes the throughput of a container that has its own. If it asks for more partitions than there are, they are split
     * in the background.
     *
     * @param throughput from the present offer to its new throughput; without side effects
     * @param ifMatch the ETag that the offer must have, {@code *} or null for any
     */
    public ContainerRecord replaceOffer(
            ContainerRecord container, Function<Offer, Throughput> throughput, @Nullable String ifMatch) {
        ContainerRecord replaced = catalog.offers().replace(container, throughput, ifMatch);
        open.changed(replaced);
        background.throughputChanged();
        return replaced;
    }

    /**
     * Changes the throughput that the containers of a database share.
     *
     * @param throughput from the present offer to its new throughput; without side effects
     * @param ifMatch the ETag that the offer must have, {@code *} or null for any
     */
    public DatabaseRecord replaceOffer(
            DatabaseRecord database, Function<Offer, Throughput> throughput, @Nullable String ifMatch) {
        return catalog.offers().replace(database, throughput, ifMatch);
    }

    public void deleteContainer(String databaseId, String id) {
        deleteContainer(databaseId, id, null);
    }

    /** Deletes a container, if it has the ETag {@code ifMatch}; {@code *} or null for any. */
    public void deleteContainer(String databaseId, String id, @Nullable String ifMatch) {
        changes.delete(databaseId, id, ifMatch);
    }

    /** The items of a container. */
    public Items items(String databaseId, String containerId) {
        ContainerRecord container = catalog.findContainer(databaseId, containerId);
        if (container == null) {
            throw NotFoundException.owner();
        }
        return items(container);
    }

    /** The items of the container that has the name of this one now. May wait for the store and for writes in progress. */
    public Items items(ContainerRecord container) {
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
        background.requested(open);
        return open;
    }

    /** The items of a container, for monitoring and background work. */
    public Items watchedItems(ContainerRecord container) {
        return containers.open(container);
    }

    /**
     * The newest LSN of a partition; empty if there is none with this range. Never waits for a write or for a container to be
     * opened, so threads that commit may ask. Where processes share the store, it is empty for a partition that this one does not
     * serve.
     */
    public OptionalLong lastLsn(ContainerRecord container, int rangeId) {
        return node() == null ? containers.lastLsn(container, rangeId) : containers.servedLsn(container, rangeId);
    }

    /**
     * Returns false if the next request may wait for more than a read of a local store, which an event loop must not. Where reads are
     * not local, or processes share the store, that is always so: what a process does not know, another one may have created.
     */
    public boolean isSettled() {
        return node() == null && readsLocally && catalog.isSettled();
    }

    /** Returns true if other processes may have the store open, so that this one serves some of the partitions. */
    public boolean isShared() {
        return owners != null;
    }

    /** Who serves which partition; null if this process has the store to itself. */
    public @Nullable PartitionOwners owners() {
        return owners;
    }

    /** Returns true while this process may serve what it owns, which is always unless it shares the store. */
    public boolean hasLease() {
        Node node = node();
        return node == null || node.hasLease();
    }

    /** Answers a query over the items of a container, one page at a time. */
    public QueryPage query(String databaseId, String containerId, QueryRequest request) {
        ContainerRecord container = container(databaseId, containerId);
        return query(container, items(container), request);
    }

    /** As above, for a container whose items the caller has. */
    public QueryPage query(ContainerRecord container, Items items, QueryRequest request) {
        return queries.page(container, items, request);
    }

    /** Which indexes serve a query, and which others would. */
    public IndexUse indexUse(ContainerRecord container, QueryRequest request) {
        return queries.indexUse(container, request);
    }

    /** The syntax tree of a query; the same text is parsed once. */
    public SelectQuery queryTree(String text) {
        return queries.parse(text);
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
        items(databaseId, containerId).removal().deleteAll(partitionKey);
        background.keyDeleted();
    }

    private List<OpenedContainer> opened() {
        return containers.all();
    }

    private void adapted(ContainerRecord container, Items open) {
        time.opened(container, open);
        background.adapted(container, open);
    }

    /** The background jobs: what they have done and what has failed. */
    public Background background() {
        return background;
    }

    /** How many containers, partitions and databases something is remembered about, for tests. */
    int keptInMemory() {
        return containers.size() + units.size();
    }

    /** The watch over the engine's clock. */
    public TimeKeeping time() {
        return time;
    }

    /** Changes the catalog for another process, as the owner of the system partition. Returns true if it is changed. */
    boolean changeCatalog(CatalogEdit edit) {
        return open instanceof SharedStore shared && shared.owns(SYSTEM) && shared.changeHere(edit);
    }

    /** This process among those that share the store; null if it has the store to itself. */
    @Nullable
    Node node() {
        return open instanceof SharedStore shared ? shared.node() : null;
    }

    /** What time it is by the engine's clock. */
    public Instant now() {
        return settings.time().clock().instant();
    }

    @Override
    public void close() {
        try {
            background.close();
            time.close();
            open.leave();
        } finally {
            store.close();
        }
    }
}
