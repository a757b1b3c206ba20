package org.mayflydb.item.write;

import org.jspecify.annotations.Nullable;
import org.mayflydb.key.PartitionKey;

/**
 * What a caller may say about a write beside the item itself.
 *
 * @param partitionKey the key the caller expects the item to have; null to take the item's word for it
 * @param ttlSeconds a lifetime to be written into the item in place of the one it may have; null to leave it
 * @param indexed whether the indexing policy applies to the item; if not, queries that use the index do not find it
 */
public record WriteOptions(
        @Nullable PartitionKey partitionKey, @Nullable Integer ttlSeconds, ItemConditions conditions, boolean indexed) {
    public static final WriteOptions NONE = new WriteOptions(null, null, ItemConditions.NONE);

    public WriteOptions(@Nullable PartitionKey partitionKey, @Nullable Integer ttlSeconds, ItemConditions conditions) {
        this(partitionKey, ttlSeconds, conditions, true);
    }

    /** Writes this lifetime into the item. */
    public static WriteOptions ttlSeconds(int seconds) {
        return NONE.withTtlSeconds(seconds);
    }

    /** Writes only if the item still has this ETag. */
    public static WriteOptions ifMatch(String etag) {
        return NONE.withConditions(ItemConditions.ifMatch(etag));
    }

    public WriteOptions withPartitionKey(PartitionKey key) {
        return new WriteOptions(key, ttlSeconds, conditions, indexed);
    }

    public WriteOptions withTtlSeconds(int seconds) {
        return new WriteOptions(partitionKey, seconds, conditions, indexed);
    }

    public WriteOptions withConditions(ItemConditions newConditions) {
        return new WriteOptions(partitionKey, ttlSeconds, newConditions, indexed);
    }

    public WriteOptions withIndexed(boolean newIndexed) {
        return new WriteOptions(partitionKey, ttlSeconds, conditions, newIndexed);
    }
}
