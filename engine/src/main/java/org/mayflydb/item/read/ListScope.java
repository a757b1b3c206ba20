package org.mayflydb.item.read;

import org.jspecify.annotations.Nullable;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKey;

/**
 * Which items a listing looks at; both restrictions hold.
 *
 * @param partitionKey a logical partition, or the first levels of a hierarchical key; null for all
 * @param range effective partition keys
 * @param asOne whether the client takes the range for one partition, and so expects the order that one would have
 */
public record ListScope(@Nullable PartitionKey partitionKey, EpkRange range, boolean asOne) {
    public static final ListScope ALL = new ListScope(null, EpkRange.FULL);

    public ListScope(@Nullable PartitionKey partitionKey, EpkRange range) {
        this(partitionKey, range, false);
    }

    public static ListScope of(PartitionKey partitionKey) {
        return new ListScope(partitionKey, EpkRange.FULL);
    }
}
