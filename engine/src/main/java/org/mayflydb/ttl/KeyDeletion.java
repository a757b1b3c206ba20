package org.mayflydb.ttl;

import org.mayflydb.key.EffectivePartitionKey;

/**
 * All items of a logical partition were deleted at once: those that were last written before.
 *
 * @param origin the number of the partition of the store
 * @param epk the effective partition key, or the beginning of one for the first levels of a hierarchical key
 * @param lsn the sequence number of the deletion
 */
public record KeyDeletion(int origin, EffectivePartitionKey epk, long lsn) {}
