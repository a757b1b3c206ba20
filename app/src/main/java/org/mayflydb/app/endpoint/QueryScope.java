package org.mayflydb.app.endpoint;

import org.jspecify.annotations.Nullable;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.server.protocol.WireHeaders;

/**
 * Which items of a container a query or a list looks at.
 *
 * @param key those of one logical partition, or null
 * @param rangeId those of one physical partition, or null
 */
public record QueryScope(
        @Nullable PartitionKey key, @Nullable String rangeId) {
    /** All of them. */
    public static final QueryScope ALL = new QueryScope(null, null);

    public static QueryScope of(PartitionKey key) {
        return new QueryScope(key, null);
    }

    public static QueryScope of(PartitionKeyRange range) {
        return new QueryScope(null, range.id());
    }

    ApiCall addTo(ApiCall call) {
        return call.with(key).with(WireHeaders.PARTITION_KEY_RANGE_ID, rangeId);
    }
}
