package org.mayflydb.item;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.index.IndexRules;
import org.mayflydb.index.IndexView;
import org.mayflydb.index.PartitionIndex;
import org.mayflydb.index.Shapes;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.Keyspace;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.LiveItem;
import org.mayflydb.ttl.StoredItem;

/**
 * Reads the items of one partition and its index, for whoever answers questions about many items. Items that have expired
 * are left out; entries of the index are shown as they are, expired or not, and tell so little that they may be.
 *
 * <p>A reader goes by the time to live that was in force when it was made: make one for each page of an answer. The second
 * that expiry is judged by comes from {@link #now} and is passed to each call, so that one page has one moment.
 */
public final class ItemReader {
    private final Partition partition;
    private final PartitionIndex index;
    private final PartitionKeyDefinition partitionKey;
    private final ExpiryRule rule;

    ItemReader(Partition partition, PartitionIndex index, PartitionKeyDefinition partitionKey, ExpiryRule rule) {
        this.partition = partition;
        this.index = index;
        this.partitionKey = partitionKey;
        this.rule = rule;
    }

    /** Which partition this is, and which keys it holds. */
    public PartitionSpec partition() {
        return partition.spec();
    }

    /** The time in seconds to serve a request at. */
    public long now() {
        return partition.now();
    }

    /** The newest sequence number. */
    public long lastLsn() {
        return partition.head().lastLsn();
    }

    /** How many commits there were since the partition was opened, or any other number that each of them changes. */
    public long commits() {
        return partition.head().sequence();
    }

    /** How many items there are, expired ones included until they are purged. */
    public long storedItems() {
        return partition.head().items();
    }

    /** How large their JSON is altogether. */
    public long storedBytes() {
        return partition.head().bytes();
    }

    /** How many items there are in a range, expired ones included; no more than {@code max} are counted. */
    public int countItems(EpkRange range, int max) {
        return partition
                .store()
                .scanKeys(Locator.itemsOf(partitionKey, range), max)
                .keys()
                .size();
    }

    /** How many bytes the items of a range take in the store, roughly. */
    public long approximateItemBytes(EpkRange range) {
        return partition.store().approximateBytes(Locator.itemsOf(partitionKey, range));
    }

    /** How many bytes entries of the index take in the store, roughly. */
    public long approximateIndexBytes(KeyRange range) {
        return partition.store().approximateBytes(range);
    }

    /** Whether the effective partition key of an item is in a range. */
    public boolean isWithin(EpkRange range, byte[] locator) {
        return range.contains(Locator.decode(partitionKey, locator).epk(partitionKey));
    }

    /** The item that an entry of the index leads to, or null if it has expired or is gone. */
    public @Nullable LiveItem find(byte[] locator, long now) {
        byte[] value = partition.store().get(ItemKeys.item(Locator.decode(partitionKey, locator)));
        return value == null ? null : rule.visible(StoredItem.decode(value), now);
    }

    /**
     * The items whose effective partition keys lie in a range, in the order of their locators, as many as one scan finds.
     *
     * @param afterLocator where an earlier scan stopped; null to start at the beginning
     */
    public FoundItems scan(EpkRange range, byte @Nullable [] afterLocator, int entriesMax, long bytesMax, long now) {
        KeyRange keys = Locator.itemsOf(partitionKey, range);
        KeyRange rest =
                afterLocator == null ? keys : keys.after(ItemKeys.item(Locator.decode(partitionKey, afterLocator)));
        ScanPage page = partition.store().scan(rest, Direction.FORWARD, entriesMax, bytesMax);
        List<FoundItem> items = new ArrayList<>(page.entries().size());
        byte[] last = null;
        for (KeyValue entry : page.entries()) {
            last = ItemKeys.locatorOfItem(entry.key());
            LiveItem item = rule.visible(StoredItem.decode(entry.value()), now);
            if (item != null) {
                items.add(new FoundItem(last, item));
            }
        }
        return new FoundItems(items, page.entries().size(), page.exhausted() ? null : last);
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
        return index.view();
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
        return partition.store().scan(range, direction, entriesMax, bytesMax);
    }

    /** The keys of such entries, in order. */
    public KeyPage scanIndexKeys(KeyRange range, int keysMax) {
        checkIndexRange(range);
        return partition.store().scanKeys(range, keysMax);
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

    /** The numbers of the items that had expired at {@code now} and were not purged; the cost follows from how many. */
    public ExpiredDocuments expired(long now) {
        if (!knowsExpired()) {
            throw new IllegalStateException("only the items know when they expire");
        }
        return ExpiredDocuments.of(partition, partitionKey, rule, now);
    }
}
