package org.mayflydb.item.expiry;

import org.mayflydb.item.record.ExpiryEntry;
import org.mayflydb.item.record.FeedEntry;
import org.mayflydb.item.record.ItemKeys;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.storage.StoreReads;
import org.mayflydb.ttl.ContainerTtl;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.Lifetime;

/**
 * Walks over what has expired in a partition and waits to be purged, without reading the items. The cost follows from how
 * much that is.
 */
public final class ExpiredEntries {

    /** Is shown every expired item until it has seen enough. */
    @FunctionalInterface
    public interface Visitor {
        /** Returns true to continue. */
        boolean expired(long documentNumber, int size, long deadline);
    }

    private ExpiredEntries() {}

    /** Whether deadlines can be told without reading items. */
    public static boolean areKnown(ExpiryRule rule) {
        return !rule.ttl().isOn() || rule.ttl().clockPath() == null;
    }

    public static void walk(StoreReads stored, ExpiryRule rule, PartitionHead head, long now, Visitor visitor) {
        if (!rule.ttl().isOn()) {
            return;
        }
        stored.walk(ItemKeys.expiryAfter(head.purgedDeadline(), head.purgedDeadlineLsn(), now), keyValue -> {
            ExpiryEntry entry = ExpiryEntry.decode(keyValue);
            return visitor.expired(entry.documentNumber(), entry.size(), entry.deadline());
        });
        if (rule.ttl().mode() == ContainerTtl.Mode.DEFAULT) {
            stored.walk(ItemKeys.feedAfter(head.purgedLsn()), keyValue -> {
                FeedEntry entry = FeedEntry.decode(keyValue);
                if (entry.kind() != Lifetime.Kind.INHERIT) {
                    return true;
                }
                long deadline = rule.deadline(entry.timestamp(), entry.kind(), 0);
                return ExpiryRule.isPast(deadline, now)
                        && visitor.expired(entry.documentNumber(), entry.size(), deadline);
            });
        }
    }
}
