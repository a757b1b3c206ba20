package org.mayflydb.item.read;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.mayflydb.index.IndexRules;
import org.mayflydb.index.IndexView;
import org.mayflydb.index.PartitionIndex;
import org.mayflydb.index.Shapes;
import org.mayflydb.item.expiry.DeletedKeys;
import org.mayflydb.item.expiry.ExpiredDocuments;
import org.mayflydb.item.expiry.ExpiredEntries;
import org.mayflydb.item.expiry.RuleInForce;
import org.mayflydb.item.record.CreationPlace;
import org.mayflydb.item.record.ItemKeys;
import org.mayflydb.item.record.Locator;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.KeyMatcher;
import org.mayflydb.key.Keyspace;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyCount;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.LiveItem;
import org.mayflydb.ttl.StoredItem;

/**
 * Reads the items of one partition and its index, for whoever answers questions about many items. Items that have expired
 * are left out; entries of the index are shown as they are, expired or not, and tell so little that they may be.
 *
 * <p>A reader sees a snapshot: commits made while it is used do not affect it. Create one for each page of a response, and
 * close it.
 */
public final class ItemReader implements AutoCloseable {
    private static final long ENTRY_PAGE_BYTES_MAX = 1024L * 1024;

    private final Partition partition;
    private final PartitionIndex index;
    private final PartitionKeyDefinition partitionKey;
    private final IndexView offered;
    private final ReadPoint stored;
    private final ExpiryRule rule;
    private final long now;

    private ItemReader(
            Partition partition,
            PartitionIndex index,
            PartitionKeyDefinition partitionKey,
            IndexView offered,
            ReadPoint stored,
            ExpiryRule rule,
            long now) {
        this.partition = partition;
        this.index = index;
        this.partitionKey = partitionKey;
        this.offered = offered;
        this.stored = stored;
        this.rule = rule;
        this.now = now;
    }

    /**
     * Begins to read. The order matters. What the index offers is asked before the moment, so that a change of it at that
     * very moment is noticed by {@link #isStillValid}. Rule and time are asked after it: whatever a purge had removed by then,
     * they hide as a whole, and not just the part that was removed.
     */
    public static ItemReader open(
            Partition partition, PartitionIndex index, PartitionKeyDefinition partitionKey, RuleInForce rule) {
        IndexView offered = index.view();
        ReadPoint stored = partition.store().readPoint();
        try {
            return new ItemReader(partition, index, partitionKey, offered, stored, rule.get(), partition.now());
        } catch (RuntimeException failure) {
            stored.close();
            throw failure;
        }
    }

    @Override
    public void close() {
        stored.close();
    }

    /** Which partition this is, and which keys it holds. */
    public PartitionSpec partition() {
        return partition.spec();
    }

    /** How many items there are, expired ones included until they are purged. */
    public long storedItems() {
        return head().items();
    }

    /** The same, to judge by: without reading anything, and perhaps of another moment. */
    public long storedItemsEstimate() {
        return partition.head().items();
    }

    /** How large the JSON of these items is altogether. */
    public long storedBytesEstimate() {
        return partition.head().bytes();
    }

    private PartitionHead head() {
        return PartitionHead.stored(stored);
    }

    /** How many items there are in a range, expired ones included; no more than {@code max} are counted. */
    public int countItems(EpkRange range, int max) {
        return stored.countKeys(Space.MAIN, Locator.itemsOf(partitionKey, range), max)
                .keys();
    }

    /** How many bytes the items of a range take in the store, roughly. */
    public long approximateItemBytes(EpkRange range) {
        return partition.store().approximateBytes(Locator.itemsOf(partitionKey, range));
    }

    /** How many bytes entries of the index take in the store, roughly. */
    public long approximateIndexBytes(KeyRange range) {
        return partition.store().approximateBytes(Space.DERIVED, range);
    }

    /** Whether the effective partition key of an item is in a range. */
    public boolean isWithin(EpkRange range, byte[] locator) {
        return range.contains(Locator.decode(partitionKey, locator).epk(partitionKey));
    }

    /** The item that an entry of the index leads to, or null if it has expired or is gone. */
    public @Nullable LiveItem find(byte[] locator) {
        byte[] value = stored.get(ItemKeys.item(Locator.decode(partitionKey, locator)));
        return value == null ? null : rule.visible(StoredItem.decode(value), now);
    }

    /**
     * The items whose effective partition keys lie in a range, in the order of their locators, as many as one scan finds.
     *
     * @param key that the items have; null for any
     * @param afterLocator where an earlier scan stopped; null to start at the beginning
     */
    public FoundItems scan(
            EpkRange range, @Nullable KeyMatcher key, byte @Nullable [] afterLocator, int entriesMax, long bytesMax) {
        KeyRange keys = Locator.itemsOf(partitionKey, range);
        KeyRange rest =
                afterLocator == null ? keys : keys.after(ItemKeys.item(Locator.decode(partitionKey, afterLocator)));
        ScanPage page = stored.scan(rest, Direction.FORWARD, entriesMax, bytesMax);
        List<FoundItem> items = new ArrayList<>(page.entries().size());
        byte[] last = null;
        for (KeyValue entry : page.entries()) {
            last = ItemKeys.locatorOfItem(entry.key());
            LiveItem item = rule.visible(StoredItem.decode(entry.value()), now);
            if (item != null && (key == null || item.stored().has(key))) {
                items.add(new FoundItem(last, item));
            }
        }
        return new FoundItems(items, page.entries().size(), page.exhausted() ? null : last);
    }

    /** Returns true if the partition is small enough to walk through its items across keys; see {@link CreationPlace}. */
    public boolean isSmall() {
        PartitionHead head = partition.head();
        return ItemWalk.isSmall(head.items(), head.bytes());
    }

    /**
     * Begins to walk through the items whose effective partition keys are in a range, in creation order.
     *
     * @param key that the items have; null for any
     * @param after where an earlier walk ended
     * @param wanted returns false for items that may be left out
     * @param itemsWanted about how many items the caller is going to use
     */
    public ItemWalk walk(
            EpkRange range,
            @Nullable KeyMatcher key,
            CreationPlace after,
            Predicate<LiveItem> wanted,
            int itemsWanted) {
        return walk(Locator.itemsOf(partitionKey, range), key, after, wanted, itemsWanted);
    }

    public ItemWalk walk(
            KeyRange range,
            @Nullable KeyMatcher key,
            CreationPlace after,
            Predicate<LiveItem> wanted,
            int itemsWanted) {
        ItemWalk.Source source = new ItemWalk.Source(
                stored,
                partitionKey,
                range,
                this::completeShapes,
                (entries, max) -> scanIndex(entries, Direction.FORWARD, max, ENTRY_PAGE_BYTES_MAX),
                item -> visible(item, key));
        return new ItemWalk(source, after, wanted, itemsWanted);
    }

    private @Nullable LiveItem visible(StoredItem item, @Nullable KeyMatcher key) {
        LiveItem live = rule.visible(item, now);
        return live != null && (key == null || item.has(key)) ? live : null;
    }

    /** The shapes if every item has an entry under one of them: without a policy that indexes nothing all have. */
    private @Nullable Shapes completeShapes() {
        Shapes shapes = index.shapes();
        return offered.hasShapes() || shapes.hashes().contains(Shapes.NOT_INDEXED) ? shapes : null;
    }

    /** What the locators of all items with this effective partition key, or one that it begins, begin with. */
    public byte[] locatorPrefix(EffectivePartitionKey epk) {
        return Locator.prefixOf(partitionKey, epk);
    }

    /** How the container's partition keys are hashed. */
    public PartitionKeyDefinition partitionKey() {
        return partitionKey;
    }

    /** What the index can be asked for. */
    public IndexView index() {
        return offered;
    }

    /** Whether the index offers now what it did at first; if not, what was read through it counts for nothing. */
    @SuppressWarnings("ReferenceEquality") // there is a new view after every change
    public boolean isStillValid() {
        return index.view() == offered;
    }

    /** The rules that the index is kept by, or will be once it is rebuilt. */
    public IndexRules indexRules() {
        return index.rules();
    }

    /** The shapes of the items. */
    public Shapes shapes() {
        return index.shapes();
    }

    /** Entries of a range that the index package made, to be read as {@link org.mayflydb.index.IndexEntry}. */
    public ScanPage scanIndex(KeyRange range, Direction direction, int entriesMax, long bytesMax) {
        checkIndexRange(range);
        return stored.scan(Space.DERIVED, range, direction, entriesMax, bytesMax);
    }

    /** The keys of such entries, in order. */
    public KeyPage scanIndexKeys(KeyRange range, int keysMax) {
        checkIndexRange(range);
        return stored.scanKeys(Space.DERIVED, range, keysMax);
    }

    /** How many such entries there are; no more than {@code keysMax} are counted. */
    public KeyCount countIndexKeys(KeyRange range, int keysMax) {
        checkIndexRange(range);
        return stored.countKeys(Space.DERIVED, range, keysMax);
    }

    private static void checkIndexRange(KeyRange range) {
        byte first = range.lower().length == 0 ? 0 : range.lower()[0];
        if (first != Keyspace.INDEX.tag() && first != Keyspace.SHAPE.tag()) {
            throw new IllegalArgumentException("this is no range of the index");
        }
    }

    /** Whether {@link #expired} can be asked: not where lifetimes begin at a second that is written in the item. */
    public boolean knowsExpired() {
        return ExpiredEntries.areKnown(rule);
    }

    /** The numbers of the items that have expired and were not purged; the cost follows from how many. */
    public ExpiredDocuments expired() {
        if (!knowsExpired()) {
            throw new IllegalStateException("only the items know when they expire");
        }
        ExpiredDocuments expired = new ExpiredDocuments();
        DeletedKeys.walk(
                stored, partition.number(), partitionKey, rule, now, item -> expired.add(item.documentNumber()));
        ExpiredEntries.walk(stored, rule, head(), now, (number, bytes, deadline) -> expired.add(number));
        return expired.sorted();
    }
}
