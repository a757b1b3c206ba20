package org.mayflydb.item.expiry;

import org.mayflydb.item.record.ItemKeys;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.StoreReads;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.StoredItem;

/** Counts what has expired in a partition or was deleted by its key, and waits to be purged; all else that is stored is alive. */
public final class UsageCount {
    private final long now;
    private final long itemsMax;
    private long expiredItems;
    private long expiredBytes;
    private long lateSeconds;
    private long oldestDeadline = ExpiryRule.NEVER;
    private long looked;
    private boolean complete = true;

    private UsageCount(long now, long itemsMax) {
        this.now = now;
        this.itemsMax = itemsMax;
    }

    public static Usage of(Partition partition, PartitionKeyDefinition definition, ExpiryRule rule) {
        try (ReadPoint stored = partition.store().readPoint()) {
            UsageCount count = count(partition, stored, rule, Long.MAX_VALUE);
            DeletedKeys.walk(
                    stored,
                    partition.number(),
                    definition,
                    rule,
                    count.now,
                    item -> count.expired(item.size(), count.now));
            PartitionHead head = PartitionHead.stored(stored);
            return new Usage(head.items() - count.expiredItems, head.bytes() - count.expiredBytes);
        }
    }

    /** What has expired and is still stored; nothing is known here about what was purged. */
    public static PurgeLag lag(Partition partition, ExpiryRule rule) {
        try (ReadPoint stored = partition.store().readPoint()) {
            UsageCount count = count(partition, stored, rule, Long.MAX_VALUE);
            return new PurgeLag(count.expiredItems, count.expiredBytes, count.lateSeconds, 0);
        }
    }

    /** What has expired and is still stored; no more than {@code itemsMax} items are counted. */
    public static Backlog backlog(Partition partition, ExpiryRule rule, long itemsMax) {
        try (ReadPoint stored = partition.store().readPoint()) {
            UsageCount count = count(partition, stored, rule, itemsMax);
            return new Backlog(
                    count.expiredItems, count.expiredBytes, count.complete, count.oldestDeadline, count.lateSeconds);
        }
    }

    private static UsageCount count(Partition partition, StoreReads stored, ExpiryRule rule, long itemsMax) {
        UsageCount count = new UsageCount(partition.now(), itemsMax);
        if (ExpiredEntries.areKnown(rule)) {
            ExpiredEntries.walk(
                    stored,
                    rule,
                    PartitionHead.stored(stored),
                    count.now,
                    (number, size, deadline) -> count.expired(size, deadline));
        } else {
            count.walkItems(stored, rule);
        }
        return count;
    }

    /** What it looks at is bounded too, because it may look at many that have not expired. */
    private void walkItems(StoreReads stored, ExpiryRule rule) {
        stored.walk(ItemKeys.items(new byte[0]), keyValue -> {
            StoredItem item = StoredItem.decode(keyValue.value());
            long deadline = rule.deadline(item);
            complete &= ++looked <= itemsMax;
            return complete && (!ExpiryRule.isPast(deadline, now) || expired(item.size(), deadline));
        });
    }

    private boolean expired(int size, long deadline) {
        lateSeconds = Math.max(lateSeconds, now - deadline);
        oldestDeadline = Math.min(oldestDeadline, deadline);
        if (expiredItems == itemsMax) {
            complete = false;
            return false;
        }
        expiredItems++;
        expiredBytes += size;
        return true;
    }
}
