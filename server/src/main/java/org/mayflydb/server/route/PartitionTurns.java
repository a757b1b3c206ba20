package org.mayflydb.server.route;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ContinuationToken;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.database.Engine;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.query.fanout.UnscopedQuery;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/**
 * Where servers share a store, a list or query over a whole container is answered by one partition after the other, as by the service's
 * gateway: each page is a request to the owner of one of them. The continuation names the range that is next, and the place in it.
 */
final class PartitionTurns {
    private static final String TOKEN = "token";
    private static final String RANGE = "range";

    private final ItemQueryRoute queries;

    PartitionTurns(Engine engine) {
        this.queries = new ItemQueryRoute(engine);
    }

    /** The turn of one partition; null if the request is not about a whole container with several of them. */
    @Nullable
    Turn of(Exchange exchange) {
        if (exchange.itemTarget() == null || !exchange.address().isFeed() || !isPaged(exchange)) {
            return null;
        }
        ContainerRecord container = exchange.target().container();
        List<PartitionSpec> partitions = container.partitions();
        if (partitions.size() == 1 || !isWhole(exchange)) {
            return null;
        }
        String continuation = exchange.continuation();
        EffectivePartitionKey only = null;
        if (exchange.isQuery()) {
            UnscopedQuery query = queries.unscoped(exchange, container, continuation == null);
            only = query.fansOut() ? null : start(query);
        }
        if (continuation == null) {
            return turn(exchange, holding(partitions, only == null ? EpkRange.FULL.min() : only), "", only != null);
        }
        JsonObject place = place(continuation);
        PartitionSpec next = holding(partitions, bound(place, "min"));
        String token = text(place.get(TOKEN));
        if (!token.isEmpty() && !next.range().max().equals(bound(place, "max"))) {
            // It was split since, and a place in the parent is none in a child.
            throw ContinuationToken.invalid();
        }
        return turn(exchange, next, token, only != null);
    }

    private static PartitionSpec holding(List<PartitionSpec> partitions, EffectivePartitionKey hash) {
        return partitions.stream()
                .filter(each -> each.range().contains(hash))
                .findFirst()
                .orElseThrow(ContinuationToken::invalid);
    }

    /** Where the items of a query are that are all in one partition. */
    private static EffectivePartitionKey start(UnscopedQuery query) {
        if (query.plan().get("queryRanges") instanceof JsonArray ranges
                && !ranges.elements().isEmpty()
                && ranges.elements().get(0) instanceof JsonObject range) {
            return EffectivePartitionKey.parse(text(range.get("min")));
        }
        return EpkRange.FULL.min();
    }

    private static boolean isPaged(Exchange exchange) {
        WireRequest request = exchange.request();
        boolean isFeed = request.header(WireHeaders.A_IM) != null;
        return !isFeed && (exchange.verb() == Verb.GET || (exchange.isQuery() && !request.isQueryPlan()));
    }

    private static boolean isWhole(Exchange exchange) {
        WireRequest request = exchange.request();
        return request.header(WireHeaders.PARTITION_KEY) == null
                && request.header(WireHeaders.PARTITION_KEY_RANGE_ID) == null
                && request.header(WireHeaders.START_EPK) == null
                && request.header(WireHeaders.END_EPK) == null
                && !request.ownFlag(WireHeaders.WHOLE_QUERY);
    }

    private static JsonObject place(String continuation) {
        try {
            if (continuation.startsWith("{")
                    && JsonValue.parse(continuation) instanceof JsonObject written
                    && written.get(TOKEN) instanceof JsonString
                    && written.get(RANGE) instanceof JsonObject) {
                return written;
            }
        } catch (BadRequestException notJson) {
            // refused below
        }
        throw ContinuationToken.invalid();
    }

    private static EffectivePartitionKey bound(JsonObject place, String name) {
        try {
            return EffectivePartitionKey.parse(
                    place.get(RANGE) instanceof JsonObject range ? text(range.get(name)) : "");
        } catch (IllegalArgumentException notHexadecimal) {
            throw ContinuationToken.invalid();
        }
    }

    private static String text(@Nullable JsonValue value) {
        if (value instanceof JsonString text) {
            return text.value();
        }
        throw ContinuationToken.invalid();
    }

    private static Turn turn(Exchange exchange, PartitionSpec partition, String token, boolean isOnly) {
        boolean isLast = isOnly || partition.range().max().equals(EpkRange.FULL.max());
        WireRequest request = exchange.request()
                .withHeaders(Map.of(
                        WireHeaders.PARTITION_KEY_RANGE_ID,
                        Integer.toString(partition.rangeId()),
                        WireHeaders.CONTINUATION,
                        token));
        return new Turn(request, partition.range(), isLast);
    }

    /**
     * One page of one partition.
     *
     * @param request for this page
     * @param isLast whether nothing comes after this partition
     */
    record Turn(WireRequest request, EpkRange range, boolean isLast) {

        /** Continues in this partition, or else with the next one. */
        WireResponse complete(WireResponse response) {
            if (response.status() != 200) {
                return response;
            }
            String token = response.header(WireHeaders.CONTINUATION);
            String next = token == null && isLast
                    ? null
                    : token == null
                            ? continuation("", new EpkRange(range.max(), EpkRange.FULL.max()))
                            : continuation(token, range);
            return response.without(WireHeaders.CONTINUATION).header(WireHeaders.CONTINUATION, next);
        }

        private static String continuation(String token, EpkRange range) {
            return JsonObject.builder()
                    .put(TOKEN, token)
                    .put(
                            RANGE,
                            JsonObject.builder()
                                    .put("min", range.min().hex())
                                    .put("max", range.max().hex())
                                    .build())
                    .build()
                    .toString();
        }
    }
}
