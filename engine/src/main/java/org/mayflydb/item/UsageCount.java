package org.mayflydb.item;

import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.StoredItem;

/** Counts what has expired in a partition or was deleted by its key, and waits to be purged; all else that is stored is alive. */
final class UsageCount {
    private final long now;
    private long expiredItems;
    private long expiredBytes;
    private long lateSeconds;

    private UsageCount(long now) {
        this.now = now;
    }

    static Usage of(Partition partition, PartitionKeyDefinition definition, ExpiryRule rule) {
        PartitionHead head = partition.head();
        UsageCount count = count(partition, rule, head);
        DeletedKeys.walk(partition, definition, rule, count.now, item -> count.expired(item.size(), count.now));
        return new Usage(head.items() - count.expiredItems, head.bytes() - count.expiredBytes);
    }

    /** What has expired and is still stored; nothing is known here about what was purged. */
    static PurgeLag lag(Partition partition, ExpiryRule rule) {
        UsageCount count = count(partition, rule, partition.head());
        return new PurgeLag(count.expiredItems, count.expiredBytes, count.lateSeconds, 0);
    }

    private static UsageCount count(Partition partition, ExpiryRule rule, PartitionHead head) {
        UsageCount count = new UsageCount(partition.now());
        if (ExpiredEntries.areKnown(rule)) {
            ExpiredEntries.walk(
                    partition, rule, head, count.now, (number, size, deadline) -> count.expired(size, deadline));
        } else {
            count.walkItems(partition, rule);
        }
        return count;
    }

    private void walkItems(Partition partition, ExpiryRule rule) {
        partition.store().walk(ItemKeys.items(new byte[0]), keyValue -> {
            StoredItem item = StoredItem.decode(keyValue.value());
            long deadline = rule.deadline(item);
            if (deadline <= now) {
                expired(item.size(), deadline);
            }
            return true;
        });
    }

    private void expired(int size, long deadline) {
        expiredItems++;
        expiredBytes += size;
        lateSeconds = Math.max(lateSeconds, now - deadline);
    }
}
