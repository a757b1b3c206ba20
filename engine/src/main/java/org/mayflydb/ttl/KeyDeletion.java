package org.mayflydb.ttl;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.KeyDigest;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.key.PartitionKeyHasher;

/**
 * All items of a logical partition were deleted at once: those that were last written before.
 *
 * @param origin the number of the partition of the store
 * @param ancestors the numbers of those that were split until that one came out: it has items that were written there
 * @param epk the effective partition key, or the beginning of one for the first levels of a hierarchical key
 * @param digest of the partition key, or of its first levels; null if all keys with the hash were deleted, as releases did that
 *     could not keep apart keys with the same hash
 * @param lsn the LSN of the deletion
 */
public record KeyDeletion(
        int origin,
        List<Integer> ancestors,
        EffectivePartitionKey epk,
        @Nullable KeyDigest digest,
        long lsn) {
    public KeyDeletion {
        ancestors = List.copyOf(ancestors);
    }

    /** Returns true if it deleted this item. */
    public boolean covers(PartitionKeyDefinition definition, StoredItem item) {
        return item.version().lsn() <= lsn && concerns(item.version().origin()) && isOfKey(definition, item);
    }

    /** Returns true if items that were written in a partition may be in this one. */
    private boolean concerns(int writtenIn) {
        return origin == writtenIn || ancestors.contains(writtenIn);
    }

    private boolean isOfKey(PartitionKeyDefinition definition, StoredItem item) {
        if (digest == null) {
            PartitionKey key = item.partitionKey(definition);
            return EpkRange.prefix(epk).contains(PartitionKeyHasher.hash(definition, key));
        }
        int levels = PartitionKeyHasher.levels(definition, epk);
        return digest.equals(
                levels == definition.paths().size()
                        ? item.keyDigest(definition)
                        : KeyDigest.of(item.partitionKey(definition).firstLevels(levels)));
    }
}
