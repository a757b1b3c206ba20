package org.mayflydb.server.route;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.GoneException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.item.Items;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKey;
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

    /** @param key the one that the request gives; null if it gives none */
    static RequestScope of(WireRequest request, ContainerRecord container, @Nullable PartitionKey key) {
        EpkRange former = formerRange(request, container);
        if (former != null) {
            // A full key says where its items are. The client may have chosen the range by an outdated definition.
            boolean full = key != null
                    && key.size()
                            == container.properties().partitionKey().paths().size();
            return new RequestScope(
                    new ListScope(key, range(request, full ? EpkRange.FULL : former), true), null, false);
        }
        PartitionSpec asked = askedRange(request, container);
        ListScope items = new ListScope(key, range(request, asked == null ? EpkRange.FULL : asked.range()));
        return new RequestScope(
                items,
                container.partitions().size() == 1 ? container.partitions().get(0) : asked,
                asked != null);
    }

    /** Returns true if the request names no part of the container. */
    boolean isWhole() {
        return items.partitionKey() == null && items.range().equals(EpkRange.FULL) && !named;
    }

    /** Returns true if the request names no part of the container, which has just one partition. */
    boolean isOnlyPartition() {
        return isWhole() && only != null;
    }

    /**
     * Adds the LSN of the partition. A token names one range, so an answer out of several has none, and neither has one
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
        String id = rangeId(request);
        if (id == null) {
            return null;
        }
        return container.partitions().stream()
                .filter(partition -> Integer.toString(partition.rangeId()).equals(id))
                .findFirst()
                .orElseThrow(GoneException::partitionKeyRange);
    }

    /**
     * The range of an earlier container of the same name that a query names; null if the query names another range or none.
     * Some clients never refresh their ranges while they merge ordered pages, so the present partitions answer for the
     * former range. In direct mode the client has to find the present partitions first. A range that was split is gone in
     * both modes, as in Azure: clients refresh their ranges when they hear of it.
     */
    private static @Nullable EpkRange formerRange(WireRequest request, ContainerRecord container) {
        String id = rangeId(request);
        if (id == null || !request.isQuery() || request.header(WireHeaders.REPLICA_PATH) != null) {
            return null;
        }
        try {
            return container.formerRange(Integer.parseInt(id));
        } catch (NumberFormatException unknown) {
            return null;
        }
    }

    /** The id of the range that the request names; null if it names none. */
    private static @Nullable String rangeId(WireRequest request) {
        String header = request.header(WireHeaders.PARTITION_KEY_RANGE_ID);
        // Old clients put the container's resource id in front.
        return header == null
                ? null
                : header.substring(header.lastIndexOf(',') + 1).trim();
    }

    private static EpkRange range(WireRequest request, EpkRange whole) {
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
