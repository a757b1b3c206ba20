package org.mayflydb.item;

import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.ttl.ContainerTtl;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.Lifetime;
import org.mayflydb.ttl.StoredItem;

/**
 * Counts what is alive in a partition: everything that is stored, less what has expired and waits to be purged. The
 * cost follows from the latter.
 */
final class UsageCount {
    private final Partition partition;
    private final ExpiryRule rule;
    private final long now;
    private long expiredItems;
    private long expiredBytes;

    private UsageCount(Partition partition, ExpiryRule rule) {
        this.partition = partition;
        this.rule = rule;
        this.now = partition.now();
    }

    static Usage of(Partition partition, ExpiryRule rule) {
        PartitionHead head = partition.head();
        UsageCount count = new UsageCount(partition, rule);
        if (rule.ttl().isOn()) {
            if (rule.ttl().clockPath() == null) {
                count.walkDue(head);
            } else {
                count.walkItems();
            }
        }
        return new Usage(head.items() - count.expiredItems, head.bytes() - count.expiredBytes);
    }

    private void walkDue(PartitionHead head) {
        partition.store().walk(ItemKeys.expiryAfter(head.purgedDeadline(), head.purgedDeadlineLsn(), now), entry -> {
            expired(ExpiryEntry.decode(entry).size());
            return true;
        });
        if (rule.ttl().mode() == ContainerTtl.Mode.DEFAULT) {
            partition.store().walk(ItemKeys.feedAfter(head.purgedLsn()), keyValue -> {
                FeedEntry entry = FeedEntry.decode(keyValue);
                if (entry.kind() != Lifetime.Kind.INHERIT) {
                    return true;
                }
                boolean due = rule.deadline(entry.timestamp(), entry.kind(), 0) <= now;
                if (due) {
                    expired(entry.size());
                }
                return due;
            });
        }
    }

    private void walkItems() {
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
