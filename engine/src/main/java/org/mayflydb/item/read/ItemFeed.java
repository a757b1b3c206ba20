package org.mayflydb.item.read;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.changelog.ChangeLog;
import org.mayflydb.item.record.FeedEntries;
import org.mayflydb.item.record.FeedEntry;
import org.mayflydb.item.record.FeedFloor;
import org.mayflydb.item.record.ItemKeys;
import org.mayflydb.item.record.Locator;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.LiveItem;
import org.mayflydb.ttl.StoredItem;

/**
 * The items of one partition in the order of their last writes, and the log of all changes if there is one.
 *
 * <p>It goes by the time to live that was in force when it was made: make one for each page of an answer.
 */
public final class ItemFeed {
    private static final long SCAN_BYTES_MAX = 4L * 1024 * 1024;

    private final Partition partition;
    private final PartitionKeyDefinition partitionKey;
    private final ExpiryRule rule;
    private final ChangeLog log;
    private final FeedFloor floor;

    public ItemFeed(
            Partition partition, PartitionKeyDefinition partitionKey, ExpiryRule rule, ChangeLog log, FeedFloor floor) {
        this.partition = partition;
        this.partitionKey = partitionKey;
        this.rule = rule;
        this.log = log;
        this.floor = floor;
    }

    /** Which partition this is, and which keys it holds. */
    public PartitionSpec partition() {
        return partition.spec();
    }

    /** How the container's partition keys are hashed. */
    public PartitionKeyDefinition partitionKey() {
        return partitionKey;
    }

    /** The time in seconds to serve a request at. */
    public long now() {
        return partition.now();
    }

    /** The newest sequence number. */
    public long lastLsn() {
        return partition.head().lastLsn();
    }

    /**
     * As {@link #lastLsn}, but out of the store: a commit can be seen there a moment before its writer knows that it is
     * through, and a reader that has seen it must not be sent back.
     */
    public long storedLastLsn() {
        return PartitionHead.stored(partition.store()).lastLsn();
    }

    /** All versions and deletes. */
    public ChangeLog log() {
        return log;
    }

    /** Which items were last written after a sequence number, in the order of those writes. */
    public FeedEntries after(long lsn, int entriesMax) {
        long from = Math.max(lsn, floor.lsn());
        long end = lastLsn();
        ScanPage page = scan(from, entriesMax);
        List<FeedEntry> entries = new ArrayList<>(page.entries().size());
        for (KeyValue entry : page.entries()) {
            entries.add(FeedEntry.decode(entry));
        }
        floor.found(from, entries.isEmpty() ? end + 1 : entries.get(0).lsn());
        return new FeedEntries(entries, page.exhausted());
    }

    /** A sequence number after which there is every item that was last written in a second or later, and no other. */
    public long lsnBefore(long timestamp) {
        long older = floor.lsn();
        long end = lastLsn();
        while (older < end) {
            long middle = (older + end) >>> 1;
            ScanPage next = scan(middle, 1);
            FeedEntry entry = next.entries().isEmpty()
                    ? null
                    : FeedEntry.decode(next.entries().get(0));
            if (entry == null || entry.timestamp() >= timestamp) {
                end = middle;
            } else {
                older = entry.lsn();
            }
        }
        return older;
    }

    private ScanPage scan(long afterLsn, int entriesMax) {
        KeyRange range = ItemKeys.feedAfter(afterLsn);
        return partition.store().scan(range, Direction.FORWARD, entriesMax, SCAN_BYTES_MAX);
    }

    /** The item of an entry, or null if it has expired, is gone, or was written again, so that a later entry has it. */
    public @Nullable LiveItem find(FeedEntry entry, long now) {
        byte[] value = partition.store().get(ItemKeys.item(Locator.decode(partitionKey, entry.locator())));
        if (value == null) {
            return null;
        }
        StoredItem item = StoredItem.decode(value);
        boolean same = item.version().lsn() == entry.lsn() && item.version().ordinal() == entry.ordinal();
        return same ? rule.visible(item, now) : null;
    }

    /** Whether the effective partition key of an item is in a range. */
    public boolean isWithin(EpkRange range, byte[] locator) {
        return range.contains(Locator.decode(partitionKey, locator).epk(partitionKey));
    }

    /** The id of an item. */
    public String id(byte[] locator) {
        return Locator.decode(partitionKey, locator).idText();
    }
}
