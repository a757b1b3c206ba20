package org.mayflydb.item;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.GoneException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.changelog.ChangeLog;
import org.mayflydb.changelog.LogPolicy;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.index.ContainerIndex;
import org.mayflydb.index.IndexRules;
import org.mayflydb.index.PartitionIndex;
import org.mayflydb.item.ItemResult.Outcome;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.ItemId;
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
import org.mayflydb.ttl.KeyDeletions;
import org.mayflydb.ttl.Lifetime;
import org.mayflydb.ttl.LiveItem;
import org.mayflydb.ttl.StoredItem;

/** The items of one container. Safe for use by many threads. */
public final class Items {
    private final ItemLayout layout;
    private final ItemRules rules;

    /** In the order of their ranges. Replaced when partitions are split. */
    private volatile List<Shard> shards;

    private final ContainerIndex index;
    private final SizeLimit sizeLimit;

    /** Replaced when the container's time to live is changed; that is all such a change does. */
    private volatile ExpiryRule rule;

    private final AtomicBoolean closed = new AtomicBoolean();

    /** Held for the moment in which the rule is replaced by another. */
    private final Object ruleChange = new Object();

    /** Held for a step of a purge from its look at the rule to the end of its commit, and by who must not see half of one. */
    private final Object purging = new Object();

    private final PurgeMeter meter = new PurgeMeter();

    /** A partition with what is done in it. */
    private record Shard(
            Partition partition,
            PartitionIndex index,
            ItemWrites writes,
            Purge purge,
            ChangeLog log,
            FeedFloor floor,
            DeletedKeys deletedKeys) {}

    /** What the logs are kept by, as it was last put in force. */
    private volatile LogPolicy logPolicy = LogPolicy.NONE;

    public Items(
            ItemLayout layout, List<Partition> partitions, ContainerTtl ttl, IndexRules indexRules, ItemRules rules) {
        this.layout = layout;
        this.rules = rules;
        this.sizeLimit = new SizeLimit(rules.containerBytesMax(), this::storedBytes, () -> usage().bytes());
        List<Shard> opened = new ArrayList<>();
        List<KeyDeletion> deletions = new ArrayList<>();
        for (Partition partition : partitions) {
            Shard shard = shard(partition, indexRules);
            deletions.addAll(shard.deletedKeys.stored());
            opened.add(shard);
        }
        this.rule = new ExpiryRule(ttl, KeyDeletions.of(layout.partitionKey(), deletions));
        this.shards = inOrder(opened);
        this.index = new ContainerIndex(indexesOf(shards), indexRules);
    }

    private Shard shard(Partition partition, IndexRules indexRules) {
        PartitionIndex partitionIndex = new PartitionIndex(partition, indexRules);
        ChangeLog log = new ChangeLog(partition);
        ItemEntries entries = new ItemEntries(layout, partitionIndex, log);
        ItemWrites writes = new ItemWrites(entries, layout, rules, sizeLimit, partition.spec());
        DeletedKeys deletedKeys = new DeletedKeys(partition, layout.partitionKey(), entries);
        return new Shard(partition, partitionIndex, writes, new Purge(entries), log, new FeedFloor(), deletedKeys);
    }

    private static List<Shard> inOrder(List<Shard> shards) {
        return shards.stream()
                .sorted(Comparator.comparing(shard -> shard.partition.range().min()))
                .toList();
    }

    private static List<PartitionIndex> indexesOf(List<Shard> shards) {
        return shards.stream().map(Shard::index).toList();
    }

    /** The partitions, in the order of their ranges. */
    public List<PartitionSpec> partitions() {
        return shards.stream().map(shard -> shard.partition.spec()).toList();
    }

    /** Whether these are its partitions, and all of them can be written. */
    public boolean has(List<PartitionSpec> specs) {
        List<Shard> present = shards;
        if (present.size() != specs.size()) {
            return false;
        }
        for (int i = 0; i < specs.size(); i++) {
            Partition partition = present.get(i).partition;
            if (partition.number() != specs.get(i).number() || partition.isRetired()) {
                return false;
            }
        }
        return true;
    }

    /** The partition with this number; null if it is none of these. */
    public @Nullable Partition partition(int number) {
        return shards.stream()
                .map(Shard::partition)
                .filter(partition -> partition.number() == number)
                .findFirst()
                .orElse(null);
    }

    /**
     * Has other partitions from now on. Those that stay are not touched; what was begun with one that goes may end with it.
     *
     * @param open opens a partition that was not there before
     */
    public void replacePartitions(List<PartitionSpec> specs, Function<PartitionSpec, Partition> open) {
        List<Shard> before = shards;
        List<Shard> next = new ArrayList<>();
        for (PartitionSpec spec : specs) {
            next.add(before.stream()
                    .filter(shard -> shard.partition.number() == spec.number() && !shard.partition.isRetired())
                    .findFirst()
                    .orElseGet(() -> opened(open.apply(spec))));
        }
        shards = inOrder(next);
        index.replacePartitions(indexesOf(shards));
        before.stream().filter(shard -> !next.contains(shard)).forEach(shard -> pend(shard, List.of()));
    }

    /** A partition that has come instead of another. Nobody is told of it before what is gone from it is known. */
    private Shard opened(Partition partition) {
        Shard shard = shard(partition, index.rules());
        shard.log.change(logPolicy);
        pend(shard, shard.deletedKeys.stored());
        return shard;
    }

    /** The time to live in force. */
    public ContainerTtl ttl() {
        return rule.ttl();
    }

    /**
     * Puts another time to live in force, for every item, at once. Waits for the step of a purge that goes by the old one:
     * what comes back to life must not be deleted afterwards.
     */
    public void changeTtl(ContainerTtl ttl) {
        if (!ttl.equals(rule.ttl())) {
            synchronized (purging) {
                changeRule(current -> new ExpiryRule(ttl, current.deletions()));
            }
        }
    }

    /** The index of the items, and what must be done about it when its rules change. */
    public ContainerIndex index() {
        return index;
    }

    /** Readers of the partitions that hold a part of the range, in the order of their ranges. */
    public List<ItemReader> readers(EpkRange range) {
        checkOpen();
        ExpiryRule current = rule;
        return shards.stream()
                .filter(shard -> shard.partition.range().overlaps(range))
                .map(shard -> new ItemReader(shard.partition, shard.index, layout.partitionKey(), current))
                .toList();
    }

    /** The changes of the partitions that hold a part of the range, in the order of their ranges. */
    public List<ItemFeed> feeds(EpkRange range) {
        checkOpen();
        ExpiryRule current = rule;
        return shards.stream()
                .filter(shard -> shard.partition.range().overlaps(range))
                .map(shard -> new ItemFeed(shard.partition, layout.partitionKey(), current, shard.log, shard.floor))
                .toList();
    }

    /** How long all versions and deletes are kept. */
    public LogPolicy logPolicy() {
        return logPolicy;
    }

    /** Keeps all versions and deletes for another time from now on, or no longer. */
    public synchronized void changeLog(LogPolicy policy) {
        shards.forEach(shard -> shard.log.change(policy));
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
        for (Shard shard : shards) {
            try {
                more |= shard.log.trim(recordsMax);
            } catch (GoneException split) {
                more = true;
            }
        }
        return more;
    }

    /** Lets writes under way finish and refuses everything later: the container is gone. */
    public void close() {
        closed.set(true);
        shards.forEach(shard -> shard.partition.close());
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
        return write(
                in.target, in.bytes, (writes, tx, current) -> writes.create(tx, in.target.locator, in.item, current));
    }

    /** An {@link #upsert} that is yet to be done. */
    public ItemWrite upsertion(byte[] json, WriteOptions options) {
        Incoming in = receive(json, options);
        return write(
                in.target,
                in.bytes,
                (writes, tx, current) -> writes.upsert(tx, in.target.locator, in.item, options.conditions(), current));
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
                (writes, tx, current) -> writes.replace(tx, in.target.locator, in.item, options.conditions(), current));
    }

    /** A {@link #delete} that is yet to be done. */
    public ItemWrite deletion(String id, PartitionKey partitionKey, ItemConditions conditions) {
        Target in = locate(id, partitionKey);
        return write(in, 0, (writes, tx, current) -> writes.delete(tx, in.locator, conditions, current));
    }

    /** A {@link #modify} that is yet to be done. */
    public ItemWrite modification(String id, PartitionKey partitionKey, ItemEdit edit, ItemConditions conditions) {
        Target in = locate(id, partitionKey);
        return write(in, 0, (writes, tx, current) -> writes.modify(tx, in.locator, edit, conditions, current));
    }

    /** A {@link #read} that is done in its turn among writes, and sees those before it. */
    public ItemWrite orderedRead(String id, PartitionKey partitionKey, ItemConditions conditions) {
        Target in = locate(id, partitionKey);
        return write(in, 0, (writes, tx, current) -> writes.read(tx, in.locator, conditions, current));
    }

    /** A batch of operations on the items with this partition key, as yet empty. */
    public ItemBatch batch(PartitionKey partitionKey) {
        checkOpen();
        Target target = route(new byte[0], completeKey(partitionKey));
        return new ItemBatch(() -> place(target), () -> rule);
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
        Partition partition = shardOf(target.hash).partition;
        long now = partition.now();
        byte[] value = partition.store().get(ItemKeys.item(target.locator));
        LiveItem item = value == null ? null : rule.visible(StoredItem.decode(value), now);
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
     * Lists items, in no order that means anything.
     *
     * @param itemsMax how many items a page has at most
     * @param continuation from the page before; null for the first
     */
    public ItemPage list(ListScope scope, int itemsMax, @Nullable String continuation) {
        checkOpen();
        if (itemsMax <= 0) {
            throw new BadRequestException("A page has at least one item.");
        }
        ListContinuation from = continuation == null ? null : ListContinuation.decode(continuation);
        PartitionKey key = scope.partitionKey() == null ? null : checkedKey(scope.partitionKey());
        KeyRange keys = Locator.itemsOf(layout.partitionKey(), scope.range());
        List<Partition> partitions = partitions(scope.range());
        if (key != null) {
            EffectivePartitionKey hash = PartitionKeyHasher.hash(layout.partitionKey(), key);
            keys = keys.intersect(ItemKeys.items(Locator.prefixOf(layout.partitionKey(), hash)));
            EpkRange ofKey = EpkRange.prefix(hash);
            partitions = partitions.stream()
                    .filter(partition -> partition.range().overlaps(ofKey))
                    .toList();
        }
        return ItemListing.page(partitions, keys, rule, itemsMax, from);
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

    /** The newest sequence number of a partition. */
    public long lastLsn(int rangeId) {
        return shards.stream()
                .map(Shard::partition)
                .filter(partition -> partition.spec().rangeId() == rangeId)
                .findFirst()
                .orElseThrow(GoneException::partitionKeyRange)
                .head()
                .lastLsn();
    }

    /** How many items there are and how large; expired ones count in neither. */
    public Usage usage() {
        checkOpen();
        Usage usage = new Usage(0, 0);
        for (Shard shard : shards) {
            // What is stored and what of it has expired are two reads: a purge between them would count the dead as
            // alive.
            synchronized (purging) {
                usage = usage.plus(UsageCount.of(shard.partition, layout.partitionKey(), rule));
            }
        }
        return usage;
    }

    private long storedBytes() {
        long bytes = 0;
        for (Shard shard : shards) {
            bytes += shard.partition.head().bytes();
        }
        return bytes;
    }

    /** Deletes at most {@code itemsMax} expired items for good, in one commit per partition. Nobody notices. */
    public PurgeResult purge(int itemsMax) {
        checkOpen();
        if (itemsMax <= 0 || itemsMax > PURGE_ITEMS_MAX) {
            throw new IllegalArgumentException("a step purges between 1 and " + PURGE_ITEMS_MAX + " items");
        }
        PurgeResult total = PurgeResult.NOTHING;
        for (Shard shard : shards) {
            int left = itemsMax - total.items();
            if (left == 0) {
                return total.withDone(false);
            }
            total = total.plus(purge(shard, left));
        }
        return total;
    }

    /** Deletes at most {@code itemsMax} expired items of one partition for good, in one commit. */
    public PurgeResult purge(PartitionSpec partition, int itemsMax) {
        checkOpen();
        return shards.stream()
                .filter(shard -> shard.partition.number() == partition.number())
                .findFirst()
                .map(shard -> purge(shard, itemsMax))
                .orElse(PurgeResult.NOTHING);
    }

    private PurgeResult purge(Shard shard, int itemsMax) {
        synchronized (purging) {
            try {
                PurgeResult step = shard.partition.writeAlone(tx -> shard.purge.step(tx, rule, itemsMax));
                meter.count(step, shard.partition.now());
                return step;
            } catch (GoneException split) {
                return PurgeResult.NOTHING.withDone(false);
            }
        }
    }

    /** Deletes expired items for good, step by step, until none is left. What expires meanwhile may stay. */
    public PurgeResult purgeAll() {
        PurgeResult total = PurgeResult.NOTHING;
        do {
            total = total.plus(purge(PURGE_STEP_ITEMS));
        } while (!total.done());
        return total;
    }

    /**
     * Deletes all items of a logical partition, or of all that the first levels of a hierarchical key begin. They are gone
     * for everybody at once, however many they are, and are removed later by {@link #removeDeleted}.
     */
    public void deleteAll(PartitionKey partitionKey) {
        checkOpen();
        EffectivePartitionKey epk = PartitionKeyHasher.hash(layout.partitionKey(), checkedKey(partitionKey));
        for (int tries = 1; ; tries++) {
            try {
                for (Shard shard : shards) {
                    if (shard.partition.range().overlaps(EpkRange.prefix(epk))) {
                        deleteAll(shard, epk);
                    }
                }
                return;
            } catch (GoneException split) {
                // Doing it twice in one of the partitions does no harm.
                if (tries == DELETE_TRIES_MAX) {
                    throw split;
                }
            }
        }
    }

    private void deleteAll(Shard shard, EffectivePartitionKey epk) {
        synchronized (purging) {
            List<KeyDeletion> pending = rule.deletions().in(shard.partition.number());
            boolean committed = false;
            try {
                shard.partition.writeAlone(transaction -> {
                    // Here, so that the very next write already goes by it.
                    pend(shard, shard.deletedKeys.add(transaction, pending, epk));
                    return true;
                });
                committed = true;
            } finally {
                if (!committed) {
                    // It may have been committed all the same; what is stored knows.
                    pend(shard, pending);
                    pend(shard, shard.deletedKeys.stored());
                }
            }
        }
    }

    private void pend(Shard shard, List<KeyDeletion> pending) {
        // What waits in a partition that was split waits in those that it was split into.
        List<KeyDeletion> present = shard.partition.isRetired() ? List.of() : pending;
        changeRule(current -> new ExpiryRule(
                current.ttl(), current.deletions().with(layout.partitionKey(), shard.partition.number(), present)));
    }

    private void changeRule(UnaryOperator<ExpiryRule> change) {
        synchronized (ruleChange) {
            rule = change.apply(rule);
        }
    }

    /**
     * Removes at most {@code itemsMax} items of each partition whose whole logical partition was deleted, in one commit
     * each.
     *
     * @return whether there are more
     */
    public boolean removeDeleted(int itemsMax) {
        checkOpen();
        for (Shard shard : shards) {
            synchronized (purging) {
                try {
                    pend(shard, shard.deletedKeys.step(rule, itemsMax));
                } catch (GoneException split) {
                    // The partitions that it was split into are next.
                }
            }
        }
        return hasDeletedKeys();
    }

    /** Whether there are logical partitions that were deleted and whose items are still stored. */
    public boolean hasDeletedKeys() {
        return !rule.deletions().isEmpty();
    }

    /** The same for a partition of a container that is not open. */
    public static boolean hasDeletedKeys(StorePartition store) {
        return DeletedKeys.exist(store);
    }

    /** How far deletion is behind expiry. The cost follows from how much has expired. */
    public PurgeLag purgeLag() {
        checkOpen();
        PurgeLag lag = new PurgeLag(0, 0, 0, 0);
        for (Shard shard : shards) {
            synchronized (purging) {
                lag = lag.plus(UsageCount.lag(shard.partition, rule));
            }
        }
        return lag.plus(new PurgeLag(0, 0, 0, purgedItems()));
    }

    /** How many items were purged since this was opened. */
    public long purgedItems() {
        return meter.items();
    }

    /** How deletion gets on. No more than {@code backlogMax} of the items that wait for it are counted. */
    public PurgeProgress purgeProgress(long backlogMax) {
        checkOpen();
        Backlog backlog = Backlog.NONE;
        long now = 0;
        for (Shard shard : shards) {
            synchronized (purging) {
                backlog = backlog.plus(UsageCount.backlog(shard.partition, rule, backlogMax - backlog.items()));
            }
            now = Math.max(now, shard.partition.now());
        }
        return new PurgeProgress(backlog, meter.items(), meter.bytes(), meter.units(), meter.itemsPerSecond(now));
    }

    /** Why and when an item expires, be it alive, expired or absent. */
    public Explanation explain(String id, PartitionKey partitionKey) {
        Target target = locate(id, partitionKey);
        ExpiryRule current = rule;
        Partition partition = shardOf(target.hash).partition;
        long now = partition.now();
        byte[] value = partition.store().get(ItemKeys.item(target.locator));
        return value == null
                ? Explanation.absent(now, current)
                : Explanation.of(StoredItem.decode(value), now, current);
    }

    /** Those who show when the items of each partition expire. */
    public List<LifeReader> lives() {
        checkOpen();
        ExpiryRule current = rule;
        return shards.stream()
                .map(shard -> new LifeReader(shard.partition, layout.partitionKey(), current))
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
        return new ExpiredListing(layout.partitionKey(), rule, itemsMax)
                .page(partitions(EpkRange.FULL), continuation == null ? null : ListContinuation.decode(continuation));
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
        return write(
                        target,
                        0,
                        (writes, tx, current) -> writes.restore(tx, target.locator, lifetime, index.rules(), current))
                .perform();
    }

    private static final int DELETE_TRIES_MAX = 10;

    /** Bounds one step, and with it how long writers wait for it. */
    public static final int PURGE_ITEMS_MAX = 1000;

    /** Small, so that writers hardly wait for a purge that somebody asked for. */
    private static final int PURGE_STEP_ITEMS = 100;

    /** @param hash tells which partition it is in at present */
    private record Target(EffectivePartitionKey hash, Locator locator) {}

    private record Incoming(Target target, IncomingItem item, int bytes) {}

    private ItemWrite write(Target target, int bytes, ItemAction action) {
        return new ItemWrite(bytes, () -> place(target), () -> rule, action);
    }

    private ItemWrite.Place place(Target target) {
        Shard shard = shardOf(target.hash);
        return new ItemWrite.Place(shard.partition, shard.writes);
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
        sizeLimit.prepare(json.length, shardOf(target.hash).partition.now());
        return new Incoming(target, item, json.length);
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
        return new Target(hash, Locator.of(layout.partitionKey(), hash, id));
    }

    private Shard shardOf(EffectivePartitionKey hash) {
        for (Shard shard : shards) {
            if (shard.partition.range().contains(hash)) {
                return shard;
            }
        }
        throw new IllegalStateException("the partitions of a container do not tile all effective partition keys");
    }

    /** Containers from before partition keys know only one key, which clients write in two ways. */
    private PartitionKey normalised(PartitionKey key) {
        return key.isEmpty() && layout.partitionKey().systemKey() ? PartitionKey.NONE : key;
    }

    private List<Partition> partitions(EpkRange range) {
        return shards.stream()
                .map(Shard::partition)
                .filter(partition -> partition.range().overlaps(range))
                .toList();
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
