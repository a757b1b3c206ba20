package org.mayflydb.item;

import org.jspecify.annotations.Nullable;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKey;

/**
 * Which items a listing looks at; both restrictions hold.
 *
 * @param partitionKey a logical partition, or the first levels of a hierarchical key; null for all
 * @param range effective partition keys
 */
public record ListScope(@Nullable PartitionKey partitionKey, EpkRange range) {
    public static final ListScope ALL = new ListScope(null, EpkRange.FULL);

    public static ListScope of(PartitionKey partitionKey) {
        return new ListScope(partitionKey, EpkRange.FULL);
    }
}
