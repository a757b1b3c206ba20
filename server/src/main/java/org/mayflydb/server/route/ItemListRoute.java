package org.mayflydb.server.route;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.GoneException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.item.ItemPage;
import org.mayflydb.item.Items;
import org.mayflydb.item.ListScope;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.ttl.LiveItem;

/** Lists of items, queries for all of them, and the plan of such a query. */
final class ItemListRoute {

    WireResponse list(Exchange exchange, ContainerRecord container, Items items) {
        if (exchange.request().header(WireHeaders.A_IM) != null) {
            throw new UnsupportedException("A change feed");
        }
        return page(exchange, container, items);
    }

    WireResponse query(Exchange exchange, ContainerRecord container, Items items) {
        checkQuery(exchange);
        return page(exchange, container, items);
    }

    /** The query needs nothing of the client but to send it to every range and to join the rows. */
    WireResponse plan(Exchange exchange) {
        checkQuery(exchange);
        JsonArray none = new JsonArray(List.of());
        JsonObject queryInfo = JsonObject.builder()
                .put("distinctType", "None")
                .put("top", JsonNull.NULL)
                .put("offset", JsonNull.NULL)
                .put("limit", JsonNull.NULL)
                .put("orderBy", none)
                .put("orderByExpressions", none)
                .put("groupByExpressions", none)
                .put("groupByAliases", none)
                .put("aggregates", none)
                .put("groupByAliasToAggregateType", JsonObject.empty())
                .put("rewrittenQuery", "")
                .put("hasSelectValue", false)
                .put("dCountInfo", JsonNull.NULL)
                .put("hasNonStreamingOrderBy", false)
                .build();
        JsonObject everything = JsonObject.builder()
                .put("min", "")
                .put("max", "FF")
                .put("isMinInclusive", true)
                .put("isMaxInclusive", false)
                .build();
        return exchange.response(200, RequestCharge.METADATA)
                .body(JsonObject.builder()
                        .put("partitionedQueryExecutionInfoVersion", 2)
                        .put("queryInfo", queryInfo)
                        .put("queryRanges", new JsonArray(List.of(everything)))
                        .build()
                        .toBytes());
    }

    private static void checkQuery(Exchange exchange) {
        if (!ResourceQuery.parse(exchange.jsonBody()).isEverything()) {
            throw new UnsupportedException("A query with a condition over items");
        }
    }

    private static WireResponse page(Exchange exchange, ContainerRecord container, Items items) {
        WireRequest request = exchange.request();
        PartitionSpec asked = askedRange(request, container);
        ListScope scope = new ListScope(ItemRoute.key(request, container), range(request, asked));
        ItemPage page = items.list(scope, exchange.pageSize(), exchange.continuation());
        byte[] body = body(container, page);
        WireResponse response = exchange.response(
                        200, RequestCharge.list(page.items().size(), body.length))
                .header(WireHeaders.ITEM_COUNT, Integer.toString(page.items().size()))
                .header(WireHeaders.CONTINUATION, page.continuation());
        // A token names one range, so an answer out of several has none.
        PartitionSpec only =
                container.partitions().size() == 1 ? container.partitions().get(0) : asked;
        if (only != null) {
            SessionHeaders.add(response, only.rangeId(), items.lastLsn(only.rangeId()));
        }
        return OwnerHeaders.add(response, container).body(body);
    }

    private static @Nullable PartitionSpec askedRange(WireRequest request, ContainerRecord container) {
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

    private static byte[] body(ContainerRecord container, ItemPage page) {
        ByteArrayOutputStream body = new ByteArrayOutputStream(1024);
        write(body, "{\"_rid\":\"" + container.rid() + "\",\"" + ResourceType.ITEM.listMember() + "\":[");
        boolean first = true;
        for (LiveItem item : page.items()) {
            if (!first) {
                body.write(',');
            }
            first = false;
            body.writeBytes(item.json());
        }
        write(body, "],\"_count\":" + page.items().size() + "}");
        return body.toByteArray();
    }

    private static void write(ByteArrayOutputStream body, String text) {
        body.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
}
