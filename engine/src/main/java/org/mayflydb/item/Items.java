package org.mayflydb.item;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ContinuationToken;
import org.mayflydb.base.GoneException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.changelog.LogPolicy;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.index.ContainerIndex;
import org.mayflydb.index.IndexRules;
import org.mayflydb.item.ItemResult.Outcome;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.ItemId;
import org.mayflydb.key.KeyMatcher;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.key.PartitionKeyHasher;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.ttl.ContainerTtl;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.KeyDeletion;
import org.mayflydb.ttl.Lifetime;
import org.mayflydb.ttl.LiveItem;
import org.mayflydb.ttl.StoredItem;

/** The items of one container. Safe for use by many threads. */
public final class Items {
    private final ItemLayout layout;
    private final KeyMatcher.Factory keyMatchers;
    private final ItemRules rules;
    private final SizeLimit sizeLimit;
    private final Shards shards;
    private final ContainerIndex index;
    private final RuleInForce rule;
    private final Removal removal;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** What the logs are kept by, as it was last put in force. */
    private volatile LogPolicy logPolicy = LogPolicy.NONE;

    public Items(
            ItemLayout layout, List<Partition> partitions, ContainerTtl ttl, IndexRules indexRules, ItemRules rules) {
        this.layout = layout;
        this.keyMatchers = new KeyMatcher.Factory(layout.partitionKey());
        this.rules = rules;
        this.sizeLimit = new SizeLimit(rules.containerBytesMax(), this::storedBytes, () -> usage().bytes());
        List<Shard> opened = new ArrayList<>();
        List<KeyDeletion> deletions = new ArrayList<>();
        for (Partition partition : partitions) {
            Shard shard = Shard.open(partition, layout, rules, sizeLimit, indexRules);
            deletions.addAll(shard.deletedKeys().stored());
            opened.add(shard);
        }
        this.shards = new Shards(opened);
        this.index = new ContainerIndex(shards.indexes(), indexRules);
        this.rule = new RuleInForce(ttl, layout.partitionKey(), deletions);
        this.removal = new Removal(shards, rule, layout.partitionKey());
    }

    /** Whether these are its partitions, and all of them can be written. */
    public boolean has(List<PartitionSpec> specs) {
        return shards.are(specs);
    }

    /** All partitions, in the order of their ranges. */
    public List<Partition> partitions() {
        return shards.partitions(EpkRange.FULL);
    }

    /** The partition with this number; null if it is none of these. */
    public @Nullable Partition partition(int number) {
        Shard shard = shards.numbered(number);
        return shard == null ? null : shard.partition();
    }

    /**
     * Has other partitions from now on. Those that stay are not touched; what was begun with one that goes may end with it.
     *
     * @param open opens a partition that was not there before
     */
    public void replacePartitions(List<PartitionSpec> specs, Function<PartitionSpec, Partition> open) {
        List<Shard> gone = shards.replace(specs, spec -> opened(open.apply(spec)));
        index.replacePartitions(shards.indexes());
        gone.forEach(shard -> rule.changeDeletions(shard, List.of()));
    }

    /** A partition that has come instead of another. Nobody is told of it before what is gone from it is known. */
    private Shard opened(Partition partition) {
        Shard shard = Shard.open(partition, layout, rules, sizeLimit, index.rules());
        shard.log().change(logPolicy);
        rule.changeDeletions(shard, shard.deletedKeys().stored());
        return shard;
    }

    /** The time to live in force. */
    public ContainerTtl ttl() {
        return rule.get().ttl();
    }

    /**
     * Puts another time to live in force, for every item, at once. Waits for the step of a purge that goes by the old one:
     * what comes back to life must not be deleted afterwards.
     */
    public void changeTtl(ContainerTtl ttl) {
        if (!ttl.equals(ttl())) {
            removal.changeTtl(ttl);
        }
    }

    /** The index of the items, and what must be done about it when its rules change. */
    public ContainerIndex index() {
        return index;
    }

    /** Readers of the partitions that hold a part of the range, in the order of their ranges; to be closed. */
    public List<ItemReader> readers(EpkRange range) {
        checkOpen();
        List<ItemReader> readers = new ArrayList<>();
        try {
            for (Shard shard : shards.in(range)) {
                readers.add(reader(shard));
            }
            return readers;
        } catch (RuntimeException failure) {
            readers.forEach(ItemReader::close);
            throw failure;
        }
    }

    private ItemReader reader(Shard shard) {
        return ItemReader.open(shard.partition(), shard.index(), layout.partitionKey(), rule);
    }

    /** The changes of the partitions that hold a part of the range, in the order of their ranges. */
    public List<ItemFeed> feeds(EpkRange range) {
        checkOpen();
        ExpiryRule current = rule.get();
        return shards.in(range).stream()
                .map(shard ->
                        new ItemFeed(shard.partition(), layout.partitionKey(), current, shard.log(), shard.floor()))
                .toList();
    }

    /** How long all versions and deletes are kept. */
    public LogPolicy logPolicy() {
        return logPolicy;
    }

    /** Keeps all versions and deletes for another time from now on, or no longer. */
    public synchronized void changeLog(LogPolicy policy) {
        shards.all().forEach(shard -> shard.log().change(policy));
        logPolicy = policy;
    }

    /**
     * Removes from the logs what may be read no more, at most so many records of each partition, in one commit each.
     *
     * @return whether there may be more to remove
     */
    public boolean trimLog(int recordsMax) {
        checkOpen();
        boolean more = false;
        for (Shard shard : shards.all()) {
            try {
                more |= shard.log().trim(recordsMax);
            } catch (GoneException split) {
                more = true;
            }
        }
        return more;
    }

    /** Lets writes under way finish and refuses everything later: the container is gone. */
    public void close() {
        closed.set(true);
        shards.all().forEach(shard -> shard.partition().close());
    }

    /**
     * Adds an item.
     *
     * @throws org.mayflydb.base.ConflictException if its id or a unique value is taken
     */
    public ItemResult create(byte[] json, WriteOptions options) {
        return creation(json, options).perform();
    }

    /** Adds an item, or replaces the one with its id. */
    public ItemResult upsert(byte[] json, WriteOptions options) {
        return upsertion(json, options).perform();
    }

    /**
     * Replaces the item {@code id} by another that has the same id and partition key.
     *
     * @throws NotFoundException if there is none
     */
    public ItemResult replace(String id, byte[] json, WriteOptions options) {
        return replacement(id, json, options).perform();
    }

    /**
     * Removes an item.
     *
     * @throws NotFoundException if there is none
     */
    public ItemResult delete(String id, PartitionKey partitionKey, ItemConditions conditions) {
        return deletion(id, partitionKey, conditions).perform();
    }

    /**
     * Makes another version of an item from the one there is, with nothing in between.
     *
     * @throws NotFoundException if there is none
     */
    public ItemResult modify(String id, PartitionKey partitionKey, ItemEdit edit, ItemConditions conditions) {
        return modification(id, partitionKey, edit, conditions).perform();
    }

    /** A {@link #create} that is yet to be done. */
    public ItemWrite creation(byte[] json, WriteOptions options) {
        Incoming in = receive(json, options);
        return write(in.target, in.bytes, (writes, tx, current) -> writes.create(tx, in.target.name, in.item, current));
    }

    /** An {@link #upsert} that is yet to be done. */
    public ItemWrite upsertion(byte[] json, WriteOptions options) {
        Incoming in = receive(json, options);
        return write(
                in.target,
                in.bytes,
                (writes, tx, current) -> writes.upsert(tx, in.target.name, in.item, options.conditions(), current));
    }

    /** A {@link #replace} that is yet to be done. */
    public ItemWrite replacement(String id, byte[] json, WriteOptions options) {
        Incoming in = receive(json, options);
        if (!in.item.id().equals(id)) {
            throw new BadRequestException("The id of the item and the id it is to replace are not the same.");
        }
        return write(
                in.target,
                in.bytes,
                (writes, tx, current) -> writes.replace(tx, in.target.name, in.item, options.conditions(), current));
    }

    /** A {@link #delete} that is yet to be done. */
    public ItemWrite deletion(String id, PartitionKey partitionKey, ItemConditions conditions) {
        Target in = locate(id, partitionKey);
        return write(in, 0, (writes, tx, current) -> writes.delete(tx, in.name, conditions, current));
    }

    /** A {@link #modify} that is yet to be done. */
    public ItemWrite modification(String id, PartitionKey partitionKey, ItemEdit edit, ItemConditions conditions) {
        Target in = locate(id, partitionKey);
        prepareForAnySize(in);
        return write(in, 0, (writes, tx, current) -> writes.modify(tx, in.name, edit, conditions, current));
    }

    /** A {@link #read} that is done in its turn among writes, and sees those before it. */
    public ItemWrite orderedRead(String id, PartitionKey partitionKey, ItemConditions conditions) {
        Target in = locate(id, partitionKey);
        return write(in, 0, (writes, tx, current) -> writes.read(tx, in.name, conditions, current));
    }

    /** A batch of operations on the items with this partition key, as yet empty. */
    public ItemBatch batch(PartitionKey partitionKey) {
        checkOpen();
        Target target = route(new byte[0], completeKey(partitionKey));
        return new ItemBatch(() -> place(target), rule::get);
    }

    /** Where items have their partition keys. */
    public PartitionKeyDefinition partitionKey() {
        return layout.partitionKey();
    }

    /**
     * Reads an item.
     *
     * @throws NotFoundException if there is none
     */
    public ItemResult read(String id, PartitionKey partitionKey, ItemConditions conditions) {
        Target target = locate(id, partitionKey);
        Partition partition = shards.of(target.hash).partition();
        long now = partition.now();
        StoredItem stored = stored(partition, target);
        LiveItem item = stored == null ? null : rule.get().visible(stored, now);
        if (item == null) {
            throw NotFoundException.resource();
        }
        boolean unchanged = conditions.isUnchanged(item.version());
        return new ItemResult(
                unchanged ? Outcome.NOT_MODIFIED : Outcome.READ,
                unchanged ? null : item,
                item.version(),
                partition.head().lastLsn(),
                partition.spec().rangeId(),
                RequestCharge.read(unchanged ? 0 : item.stored().size()));
    }

    /**
     * Lists items in creation order; see {@link CreationPlace}.
     *
     * @param itemsMax how many items a page has at most
     * @param continuation from the page before; null for the first
     */
    public ItemPage list(ListScope scope, int itemsMax, @Nullable String continuation) {
        checkOpen();
        if (itemsMax <= 0) {
            throw new BadRequestException("A page has at least one item.");
        }
        ListContinuation from =
                continuation == null ? null : ListContinuation.decode(ContinuationToken.Kind.ITEMS, continuation);
        PartitionKey key = scope.partitionKey() == null ? null : checkedKey(scope.partitionKey());
        KeyRange keys = Locator.itemsOf(layout.partitionKey(), scope.range());
        List<Shard> listed = shards.in(scope.range());
        if (key != null) {
            EffectivePartitionKey hash = PartitionKeyHasher.hash(layout.partitionKey(), key);
            keys = keys.intersect(ItemKeys.items(Locator.prefixOf(layout.partitionKey(), hash)));
            EpkRange ofKey = EpkRange.prefix(hash);
            listed = listed.stream()
                    .filter(shard -> shard.partition().range().overlaps(ofKey))
                    .toList();
        }
        return ItemListing.page(listed, this::reader, keys, keyMatcher(scope), itemsMax, from);
    }

    /** Tells which items have the partition key of a scope; null if it has none. */
    public @Nullable KeyMatcher keyMatcher(ListScope scope) {
        return scope.partitionKey() == null ? null : keyMatcher(checkedKey(scope.partitionKey()));
    }

    /** Tells which items have a partition key, or begin with it, of those that have its hash. */
    public KeyMatcher keyMatcher(PartitionKey checkedKey) {
        return keyMatchers.of(checkedKey);
    }

    /** A partition key as a scope, or the first levels of a hierarchical one; a bad request if it is neither. */
    public PartitionKey checkedKey(PartitionKey partitionKey) {
        PartitionKey key = normalised(partitionKey);
        if (key.isEmpty() || key.size() > layout.partitionKey().paths().size()) {
            throw wrongKey();
        }
        layout.partitionKey().checkSizes(key);
        return key;
    }

    /**
     * The effective partition keys that a scope leaves.
     *
     * @throws GoneException if there are none: the client goes by ranges that there are not
     */
    public EpkRange rangeOf(ListScope scope) {
        if (scope.partitionKey() == null) {
            return scope.range();
        }
        EpkRange ofKey =
                EpkRange.prefix(PartitionKeyHasher.hash(layout.partitionKey(), checkedKey(scope.partitionKey())));
        if (!ofKey.overlaps(scope.range())) {
            throw GoneException.partitionKeyRange();
        }
        return ofKey.intersect(scope.range());
    }

    /** The newest sequence number of a partition; empty if it was split. */
    public OptionalLong lastLsn(int rangeId) {
        return shards.lastLsn(rangeId);
    }

    /** Makes the LSNs of all partitions continue after this one; to be called before anything is written. */
    public void startAfter(long lsn) {
        shards.all()
                .forEach(shard -> shard.partition().writeAlone(transaction -> {
                    transaction.skipTo(lsn);
                    return lsn;
                }));
    }

    /** How many items there are and how large; expired ones count in neither. */
    public Usage usage() {
        checkOpen();
        return removal.usage();
    }

    /** Whether a write of so many bytes must first find out how much of what is stored has expired, which may take long. */
    public boolean isNearSizeLimit(int bytes) {
        return sizeLimit.mustPrepare(bytes);
    }

    private long storedBytes() {
        return shards.storedBytes();
    }

    /** Deletes at most {@code itemsMax} expired items for good, in one commit per partition. Nobody notices. */
    public PurgeResult purge(int itemsMax) {
        checkOpen();
        if (itemsMax <= 0 || itemsMax > PURGE_ITEMS_MAX) {
            throw new IllegalArgumentException("a step purges between 1 and " + PURGE_ITEMS_MAX + " items");
        }
        return removal.purge(itemsMax);
    }

    /**
     * Deletes at most {@code itemsMax} expired items of one partition for good, in one commit with writes that wait. Nobody is
     * told of it, so it is not kept from being lost with the power; it is then done again.
     *
     * @param started is run when the partition's writes that came before are done
     */
    public PurgeResult purgeUnnoticed(PartitionSpec partition, int itemsMax, Runnable started) {
        checkOpen();
        Shard shard = shards.numbered(partition.number());
        return shard == null ? PurgeResult.NOTHING : removal.purgeUnnoticed(shard, itemsMax, started);
    }

    /** Deletes expired items for good, step by step, until none is left. What expires meanwhile may stay. */
    public PurgeResult purgeAll() {
        PurgeResult total = PurgeResult.NOTHING;
        PurgeResult step;
        do {
            step = purge(PURGE_STEP_ITEMS);
            total = total.plus(step);
        } while (!step.done());
        return total.withDone(true);
    }

    /**
     * Deletes all items of a logical partition, or of all that the first levels of a hierarchical key begin. They are gone
     * for everybody at once, however many they are, and are removed later by {@link #removeDeleted}.
     *
     * @throws BadRequestException if there are items of another key with the same hash, which would go with them
     */
    public void deleteAll(PartitionKey partitionKey) {
        checkOpen();
        PartitionKey key = checkedKey(partitionKey);
        removal.deleteAll(PartitionKeyHasher.hash(layout.partitionKey(), key), keyMatchers.of(key));
    }

    /**
     * Removes at most {@code itemsMax} items of each partition whose whole logical partition was deleted, in one commit
     * each.
     *
     * @return whether there are more
     */
    public boolean removeDeleted(int itemsMax) {
        checkOpen();
        return removal.removeDeleted(itemsMax);
    }

    /** Whether there are logical partitions that were deleted and whose items are still stored. */
    public boolean hasDeletedKeys() {
        return removal.hasDeletedKeys();
    }

    /** The same for a partition of a container that is not open. */
    public static boolean hasDeletedKeys(StorePartition store) {
        return DeletedKeys.exist(store);
    }

    /** How far deletion is behind expiry. The cost follows from how much has expired. */
    public PurgeLag purgeLag() {
        checkOpen();
        return removal.lag();
    }

    /** Whether nothing is purged because the clock is not trusted. */
    public boolean isPurgePaused() {
        return partitions().stream().anyMatch(partition -> partition.deletionSecond() == Long.MIN_VALUE);
    }

    /**
     * For how many seconds the oldest item that is still stored has been expired; 0 if there is none. Costs a look at one
     * entry of each partition, and nothing where only the items know when they expire: those are left out.
     */
    public long oldestExpiredSeconds() {
        return removal.oldestExpiredSeconds();
    }

    /** How many items were purged since this was opened. */
    public long purgedItems() {
        return removal.purgedItems();
    }

    /** How deletion gets on. No more than {@code backlogMax} of the items that wait for it are counted. */
    public PurgeProgress purgeProgress(long backlogMax) {
        checkOpen();
        return removal.progress(backlogMax);
    }

    /** Why and when an item expires, be it alive, expired or absent. */
    public Explanation explain(String id, PartitionKey partitionKey) {
        Target target = locate(id, partitionKey);
        ExpiryRule current = rule.get();
        Partition partition = shards.of(target.hash).partition();
        long now = partition.now();
        StoredItem item = stored(partition, target);
        return item == null || current.deletions().cover(item)
                ? Explanation.absent(now, current)
                : Explanation.of(item, now, current);
    }

    /**
     * Counts the live items that are expired at a later second.
     *
     * @param examplesMax how many of them are returned
     */
    public Expiring expiringBy(long second, int examplesMax, ReadBudget budget) {
        checkOpen();
        return new ExpiringCount(layout.partitionKey(), rule.get(), second, examplesMax, budget)
                .count(shards.partitions(EpkRange.FULL));
    }

    /** Those who show when the items of each partition expire. */
    public List<LifeReader> lives() {
        checkOpen();
        ExpiryRule current = rule.get();
        return shards.all().stream()
                .map(shard -> new LifeReader(shard.partition(), layout.partitionKey(), current))
                .toList();
    }

    /**
     * Lists items that have expired and are not purged yet.
     *
     * @param itemsMax how many items a page has at most
     * @param continuation from the page before; null for the first
     */
    public ExpiredPage expired(int itemsMax, @Nullable String continuation) {
        checkOpen();
        if (itemsMax <= 0) {
            throw new BadRequestException("A page has at least one item.");
        }
        return new ExpiredListing(layout.partitionKey(), rule.get(), itemsMax)
                .page(
                        shards.partitions(EpkRange.FULL),
                        continuation == null
                                ? null
                                : ListContinuation.decode(ContinuationToken.Kind.EXPIRED_ITEMS, continuation));
    }

    /**
     * Brings back an item that has expired and is not purged yet, as a write like any other.
     *
     * @param lifetime what the item says of itself from now on
     * @throws NotFoundException if nothing is stored under the id
     * @throws org.mayflydb.base.ConflictException if the item is alive
     */
    public ItemResult restore(String id, PartitionKey partitionKey, Lifetime lifetime) {
        Target target = locate(id, partitionKey);
        prepareForAnySize(target);
        return write(
                        target,
                        0,
                        (writes, tx, current) -> writes.restore(tx, target.name, lifetime, index.rules(), current))
                .perform();
    }

    /** Bounds one step, and with it how long writers wait for it. */
    public static final int PURGE_ITEMS_MAX = 1000;

    /** Small, so that writers hardly wait for a purge that somebody asked for. */
    private static final int PURGE_STEP_ITEMS = 100;

    /** @param hash tells which partition it is in at present */
    private record Target(EffectivePartitionKey hash, ItemName name) {}

    private record Incoming(Target target, IncomingItem item, int bytes) {}

    private ItemWrite write(Target target, int bytes, ItemAction action) {
        return new ItemWrite(bytes, () -> place(target), rule::get, action);
    }

    private ItemWrite.Place place(Target target) {
        Shard shard = shards.of(target.hash);
        return new ItemWrite.Place(shard.partition(), shard.writes());
    }

    private Incoming receive(byte[] json, WriteOptions options) {
        checkOpen();
        IncomingItem item = IncomingItem.read(
                json, layout.partitionKey(), layout.uniqueKeys(), index.rules(), options.ttlSeconds());
        PartitionKey given = options.partitionKey();
        if (given != null && !normalised(given).equals(item.partitionKey())) {
            throw BadRequestException.partitionKeyMismatch();
        }
        layout.partitionKey().checkSizes(item.partitionKey());
        Target target = route(ItemWrites.idBytes(item.id()), item.partitionKey());
        sizeLimit.prepare(json.length, () -> shards.of(target.hash).partition().now());
        return new Incoming(target, item, json.length);
    }

    /** For writes whose size is not known before they are done. */
    private void prepareForAnySize(Target target) {
        sizeLimit.prepare(
                IncomingItem.BYTES_MAX, () -> shards.of(target.hash).partition().now());
    }

    private Target locate(String id, PartitionKey partitionKey) {
        checkOpen();
        byte[] idBytes = ItemWrites.idBytes(id);
        if (idBytes.length == 0 || idBytes.length > ItemId.BYTES_MAX) {
            throw NotFoundException.resource();
        }
        return route(idBytes, completeKey(partitionKey));
    }

    private PartitionKey completeKey(PartitionKey partitionKey) {
        PartitionKey key = normalised(partitionKey);
        if (!layout.partitionKey().isComplete(key)) {
            throw wrongKey();
        }
        // What no item can have may hash like what one has.
        layout.partitionKey().checkSizes(key);
        return key;
    }

    private Target route(byte[] id, PartitionKey key) {
        EffectivePartitionKey hash = PartitionKeyHasher.hash(layout.partitionKey(), key);
        return new Target(hash, new ItemName(Locator.of(layout.partitionKey(), hash, id), keyMatchers.of(key)));
    }

    /** What is stored for an item, be it alive or not; null if nothing is. */
    private static @Nullable StoredItem stored(Partition partition, Target target) {
        byte[] value = partition.store().get(ItemKeys.item(target.name.locator()));
        StoredItem item = value == null ? null : StoredItem.decode(value);
        return item != null && item.has(target.name.key()) ? item : null;
    }

    /** Containers from before partition keys know only one key, which clients write in two ways. */
    private PartitionKey normalised(PartitionKey key) {
        return key.isEmpty() && layout.partitionKey().systemKey() ? PartitionKey.NONE : key;
    }

    private void checkOpen() {
        if (closed.get()) {
            throw NotFoundException.owner();
        }
    }

    private static BadRequestException wrongKey() {
        return new BadRequestException(
                "The partition key supplied does not have as many components as the container's definition.");
    }
}
