package org.mayflydb.item;

import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.StoredItem;

/** Counts what is alive in a partition: everything that is stored, less what has expired and waits to be purged. */
final class UsageCount {
    private long expiredItems;
    private long expiredBytes;

    private UsageCount() {}

    static Usage of(Partition partition, ExpiryRule rule) {
        PartitionHead head = partition.head();
        long now = partition.now();
        UsageCount count = new UsageCount();
        if (ExpiredEntries.areKnown(rule)) {
            ExpiredEntries.walk(partition, rule, head, now, (number, size) -> count.expired(size));
        } else {
            count.walkItems(partition, rule, now);
        }
        return new Usage(head.items() - count.expiredItems, head.bytes() - count.expiredBytes);
    }

    private void walkItems(Partition partition, ExpiryRule rule, long now) {
        partition.store().walk(ItemKeys.items(new byte[0]), keyValue -> {
            StoredItem item = StoredItem.decode(keyValue.value());
            if (rule.isExpired(item, now)) {
                expired(item.size());
            }
            return true;
        });
    }

    private void expired(int size) {
        expiredItems++;
        expiredBytes += size;
    }
}
