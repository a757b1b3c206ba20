package org.mayflydb.server.route;

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
 * @param only the partition that all of them are in as far as the request says; null if it does not
 */
record RequestScope(ListScope items, @Nullable PartitionSpec only) {

    static RequestScope of(WireRequest request, ContainerRecord container) {
        PartitionSpec asked = askedRange(request, container);
        ListScope items = new ListScope(ItemRoute.key(request, container), range(request, asked));
        return new RequestScope(
                items,
                container.partitions().size() == 1 ? container.partitions().get(0) : asked);
    }

    /** Says how far the partition is. A token names one range, so an answer out of several has none. */
    WireResponse addSession(WireResponse response, Items of) {
        return only == null ? response : SessionHeaders.add(response, only.rangeId(), of.lastLsn(only.rangeId()));
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
