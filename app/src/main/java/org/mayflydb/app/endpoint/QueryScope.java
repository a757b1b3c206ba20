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
public record Scope(@Nullable PartitionKey key, @Nullable String rangeId) {
    /** All of them. */
    public static final Scope ALL = new Scope(null, null);

    public static Scope of(PartitionKey key) {
        return new Scope(key, null);
    }

    public static Scope of(PartitionKeyRange range) {
        return new Scope(null, range.id());
    }

    Call addTo(Call call) {
        return call.with(key).with(WireHeaders.PARTITION_KEY_RANGE_ID, rangeId);
    }
}
