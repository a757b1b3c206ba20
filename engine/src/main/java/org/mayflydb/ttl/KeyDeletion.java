package org.mayflydb.ttl;

import java.util.List;
import org.mayflydb.key.EffectivePartitionKey;

/**
 * All items of a logical partition were deleted at once: those that were last written before.
 *
 * @param origin the number of the partition of the store
 * @param ancestors the numbers of those that were split until that one came out: it has items that were written there
 * @param epk the effective partition key, or the beginning of one for the first levels of a hierarchical key
 * @param lsn the sequence number of the deletion
 */
public record KeyDeletion(int origin, List<Integer> ancestors, EffectivePartitionKey epk, long lsn) {
    public KeyDeletion {
        ancestors = List.copyOf(ancestors);
    }

    /** Whether what was written in a partition may be in this one. */
    boolean concerns(int writtenIn) {
        return origin == writtenIn || ancestors.contains(writtenIn);
    }
}
