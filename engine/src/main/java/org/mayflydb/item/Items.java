package org.mayflydb.item;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.GoneException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.index.ContainerIndex;
import org.mayflydb.index.IndexRules;
import org.mayflydb.index.PartitionIndex;
import org.mayflydb.item.ItemResult.Outcome;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.ItemId;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyHasher;
import org.mayflydb.partition.Mutation;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.ttl.ContainerTtl;
import org.mayflydb.ttl.ExpiryRule;
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

    /** Held for a step of a purge from its look at the rule to the end of its commit, and by who must not see half of one. */
    private final Object purging = new Object();

    private final LongAdder purgedItems = new LongAdder();

    /** A partition with what is done in it. */
    private record Shard(Partition partition, PartitionIndex index, ItemWrites writes, Purge purge) {}

    public Items(
            ItemLayout layout, List<Partition> partitions, ContainerTtl ttl, IndexRules indexRules, ItemRules rules) {
        this.layout = layout;
        this.rules = rules;
        this.rule = new ExpiryRule(ttl);
        this.sizeLimit = new SizeLimit(rules.containerBytesMax(), this::storedBytes, () -> usage().bytes());
        List<Shard> opened = new ArrayList<>();
        for (Partition partition : partitions) {
            opened.add(shard(partition, indexRules));
        }
        this.shards = inOrder(opened);
        this.index = new ContainerIndex(indexesOf(shards), indexRules);
    }

    private Shard shard(Partition partition, IndexRules indexRules) {
        PartitionIndex partitionIndex = new PartitionIndex(partition, indexRules);
        ItemEntries entries = new ItemEntries(layout, partitionIndex);
        ItemWrites writes = new ItemWrites(entries, layout, rules, sizeLimit, partition.spec());
        return new Shard(partition, partitionIndex, writes, new Purge(entries));
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
    public synchronized void replacePartitions(List<PartitionSpec> specs, Function<PartitionSpec, Partition> open) {
        List<Shard> next = new ArrayList<>();
        for (PartitionSpec spec : specs) {
            next.add(shards.stream()
                    .filter(shard -> shard.partition.number() == spec.number() && !shard.partition.isRetired())
                    .findFirst()
                    .orElseGet(() -> shard(open.apply(spec), index.rules())));
        }
        shards = inOrder(next);
        index.replacePartitions(indexesOf(shards));
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
                rule = new ExpiryRule(ttl);
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

    /** A {@link #create} that is yet to be done. */
    public ItemWrite creation(byte[] json, WriteOptions options) {
        Incoming in = receive(json, options);
        return in.write(shard -> tx -> shard.writes.create(tx, in.locator, in.item, rule));
    }

    /** An {@link #upsert} that is yet to be done. */
    public ItemWrite upsertion(byte[] json, WriteOptions options) {
        Incoming in = receive(json, options);
        return in.write(shard -> tx -> shard.writes.upsert(tx, in.locator, in.item, options.conditions(), rule));
    }

    /** A {@link #replace} that is yet to be done. */
    public ItemWrite replacement(String id, byte[] json, WriteOptions options) {
        Incoming in = receive(json, options);
        if (!in.item.id().equals(id)) {
            throw new BadRequestException("The id of the item and the id it is to replace are not the same.");
        }
        return in.write(shard -> tx -> shard.writes.replace(tx, in.locator, in.item, options.conditions(), rule));
    }

    /** A {@link #delete} that is yet to be done. */
    public ItemWrite deletion(String id, PartitionKey partitionKey, ItemConditions conditions) {
        Target target = locate(id, partitionKey);
        return write(target.hash, 0, shard -> tx -> shard.writes.delete(tx, target.locator, conditions, rule));
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
                usage = usage.plus(UsageCount.of(shard.partition, rule));
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
                return new PurgeResult(total.items(), total.bytes(), total.units(), false);
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
                purgedItems.add(step.items());
                return step;
            } catch (GoneException split) {
                return new PurgeResult(0, 0, 0, false);
            }
        }
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
        return purgedItems.sum();
    }

    /** Bounds one step, and with it how long writers wait for it. */
    public static final int PURGE_ITEMS_MAX = 1000;

    private record Target(EffectivePartitionKey hash, Locator locator) {}

    private final class Incoming {
        private final EffectivePartitionKey hash;
        private final Locator locator;
        private final IncomingItem item;
        private final int bytes;

        Incoming(Target target, IncomingItem item, int bytes) {
            this.hash = target.hash;
            this.locator = target.locator;
            this.item = item;
            this.bytes = bytes;
        }

        ItemWrite write(Function<Shard, Mutation<ItemResult>> mutation) {
            return Items.this.write(hash, bytes, mutation);
        }
    }

    private ItemWrite write(EffectivePartitionKey hash, int bytes, Function<Shard, Mutation<ItemResult>> mutation) {
        return new ItemWrite(bytes, () -> {
            Shard shard = shardOf(hash);
            return new ItemWrite.Target(shard.partition, mutation.apply(shard));
        });
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
        PartitionKey key = normalised(partitionKey);
        if (!layout.partitionKey().isComplete(key)) {
            throw wrongKey();
        }
        // What no item can have may hash like what one has.
        layout.partitionKey().checkSizes(key);
        return route(idBytes, key);
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
