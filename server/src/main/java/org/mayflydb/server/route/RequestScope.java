package org.mayflydb.server.route;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.GoneException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.item.Items;
import org.mayflydb.item.ListScope;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;

/**
 * Which items a list or a query looks at: the headers for a partition key, for a range and for bounds of hashes all hold.
 *
 * @param only the partition that all of them are in; null if they may be in several
 * @param named whether that is by the word of the request, and not because there is just one
 */
record RequestScope(ListScope items, @Nullable PartitionSpec only, boolean named) {

    static RequestScope of(WireRequest request, ContainerRecord container) {
        PartitionSpec asked = askedRange(request, container);
        ListScope items = new ListScope(ItemRoute.key(request, container), range(request, asked));
        return new RequestScope(
                items,
                container.partitions().size() == 1 ? container.partitions().get(0) : asked,
                asked != null);
    }

    /**
     * Says how far the partition is. A token names one range, so an answer out of several has none, and neither has one
     * whose only partition was split meanwhile; unless the request goes by that partition, and has to learn of it.
     */
    WireResponse addSession(WireResponse response, Items of) {
        if (only == null) {
            return response;
        }
        OptionalLong lsn = of.lastLsn(only.rangeId());
        if (lsn.isPresent()) {
            return SessionHeaders.add(response, only.rangeId(), lsn.getAsLong());
        }
        if (named) {
            throw GoneException.partitionKeyRange();
        }
        return response;
    }

    /** The partition that the request names; null if it names none. */
    static @Nullable PartitionSpec askedRange(WireRequest request, ContainerRecord container) {
        String header = request.header(WireHeaders.PARTITION_KEY_RANGE_ID);
        if (header == null) {
            return null;
        }
        // Old clients put the container's resource id in front.
        String id = header.substring(header.lastIndexOf(',') + 1).trim();
        return container.partitions().stream()
                .filter(partition -> Integer.toString(partition.rangeId()).equals(id))
                .findFirst()
                .orElseThrow(GoneException::partitionKeyRange);
    }

    private static EpkRange range(WireRequest request, @Nullable PartitionSpec asked) {
        EpkRange whole = asked == null ? EpkRange.FULL : asked.range();
        String start = request.header(WireHeaders.START_EPK);
        String end = request.header(WireHeaders.END_EPK);
        if (start == null && end == null) {
            return whole;
        }
        try {
            EffectivePartitionKey min = start == null ? whole.min() : EffectivePartitionKey.parse(start);
            EffectivePartitionKey max = end == null ? whole.max() : EffectivePartitionKey.parse(end);
            return new EpkRange(
                    min.compareTo(whole.min()) >= 0 ? min : whole.min(),
                    max.compareTo(whole.max()) <= 0 ? max : whole.max());
        } catch (IllegalArgumentException notHexadecimal) {
            throw new BadRequestException("A bound of effective partition keys is not hexadecimal.");
        }
    }
}
