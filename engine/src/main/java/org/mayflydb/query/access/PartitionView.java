package org.mayflydb.query.access;

import org.jspecify.annotations.Nullable;
import org.mayflydb.index.IndexEntry;
import org.mayflydb.index.IndexRules;
import org.mayflydb.index.IndexView;
import org.mayflydb.index.PartitionIndex;
import org.mayflydb.index.Shapes;
import org.mayflydb.key.DocumentStretch;
import org.mayflydb.key.Keyspace;
import org.mayflydb.partition.Partition;
import org.mayflydb.query.run.Budget;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.LiveItem;
import org.mayflydb.ttl.StoredItem;

/**
 * A partition as one request sees it: at one time, by one rule of expiry, with what its index offers now, and only the
 * items that the request may look at.
 */
public final class PartitionView {
    private static final long SCAN_BYTES_MAX = 1024L * 1024;

    private final Partition partition;
    private final PartitionIndex index;
    private final IndexView indexView;
    private final ExpiryRule rule;
    private final long now;
    private final Scope scope;
    private final Work work;
    private final Budget budget;

    /**
     * Which items are looked at.
     *
     * @param items keys of item records
     * @param whole whether those are all of the partition
     * @param stretch the document numbers of these items, if they are those of one partition key; null otherwise
     */
    public record Scope(
            KeyRange items, boolean whole, @Nullable DocumentStretch stretch) {}

    public PartitionView(
            Partition partition, PartitionIndex index, ExpiryRule rule, Scope scope, Work work, Budget budget) {
        this.partition = partition;
        this.index = index;
        this.indexView = index.view();
        this.rule = rule;
        this.now = partition.now();
        this.scope = scope;
        this.work = work;
        this.budget = budget;
    }

    public Partition partition() {
        return partition;
    }

    public int number() {
        return partition.number();
    }

    public IndexView index() {
        return indexView;
    }

    /** What the index will offer once a change of policy is carried out; the same as now if there is none. */
    public IndexRules newestRules() {
        return index.rules();
    }

    /** Whether the index still offers what it did; if not, what was read through it counts for nothing. */
    public boolean isStillValid() {
        return index.view() == indexView;
    }

    public Shapes shapes() {
        return index.shapes();
    }

    public Scope scope() {
        return scope;
    }

    public ExpiryRule rule() {
        return rule;
    }

    public long now() {
        return now;
    }

    Budget budget() {
        return budget;
    }

    /** Neighbouring entries; looking at them is counted when they are used. */
    public ScanPage scan(KeyRange range, Direction direction, int entriesMax) {
        return partition.store().scan(range, direction, entriesMax, SCAN_BYTES_MAX);
    }

    public long approximateBytes(KeyRange range) {
        return partition.store().approximateBytes(range);
    }

    /** All items in scope. */
    public ItemCursor everything() {
        return Access.SCAN.cursor(this, null);
    }

    /** The item of an entry, unless it is out of scope, has expired, or is not the one any more that the entry meant. */
    @Nullable
    LiveItem find(IndexEntry entry) {
        byte[] key = itemKey(entry.locator());
        if (!scope.whole() && !scope.items().contains(key)) {
            return null;
        }
        byte[] value = partition.store().get(key);
        if (value == null) {
            return null;
        }
        StoredItem item = counted(value);
        return item.documentNumber() == entry.documentNumber() ? rule.visible(item, now) : null;
    }

    /** The item of a record, unless it has expired. */
    @Nullable
    LiveItem visible(KeyValue record) {
        return rule.visible(counted(record.value()), now);
    }

    /** Whether an entry belongs to an item in scope, as far as its locator tells. */
    boolean isInScope(IndexEntry entry) {
        return scope.whole() || scope.items().contains(itemKey(entry.locator()));
    }

    private StoredItem counted(byte[] value) {
        StoredItem item = StoredItem.decode(value);
        work.item(item.size());
        budget.step();
        return item;
    }

    void countEntry() {
        work.entry();
        budget.step();
    }

    private static byte[] itemKey(byte[] locator) {
        byte[] key = new byte[1 + locator.length];
        key[0] = Keyspace.ITEM.tag();
        System.arraycopy(locator, 0, key, 1, locator.length);
        return key;
    }
}
