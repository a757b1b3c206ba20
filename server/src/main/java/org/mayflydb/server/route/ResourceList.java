package org.mayflydb.server.route;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ContinuationToken;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.ValueQuery;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;

/** Lists and queries over resources that are few and whole in memory: databases, containers, offers and the like. */
final class ResourceList {
    private ResourceList() {}

    /** A page of a list, and its continuation; null at the end. */
    private record Page(List<JsonValue> rows, @Nullable String continuation) {}

    /**
     * A page of the resources, or of the answer to the query in the body if there is one.
     *
     * @param ownerRid the resource id of what owns the list
     * @param resources in the order of their ids, which continuations rely on
     */
    static WireResponse answer(Exchange exchange, ResourceType type, String ownerRid, List<JsonObject> resources) {
        Page page = exchange.isQuery() ? found(exchange, resources) : listed(exchange, resources);
        JsonObject body = JsonObject.builder()
                .put("_rid", ownerRid)
                .put(type.listMember(), new JsonArray(page.rows))
                .put("_count", page.rows.size())
                .build();
        return exchange.response(200, RequestCharge.METADATA)
                .header(WireHeaders.ITEM_COUNT, Integer.toString(page.rows.size()))
                .header(WireHeaders.CONTINUATION, page.continuation)
                .body(body.toBytes());
    }

    /** Resources that follow the last one shown; the others may have changed meanwhile. */
    private static Page listed(Exchange exchange, List<JsonObject> resources) {
        String after = decode(ContinuationToken.Kind.RESOURCES, exchange.continuation());
        int pageSize = exchange.pageSize();
        List<JsonValue> rows = new ArrayList<>();
        for (JsonObject resource : resources) {
            if (after != null && id(resource).compareTo(after) <= 0) {
                continue;
            }
            if (rows.size() == pageSize) {
                return new Page(rows, encode(ContinuationToken.Kind.RESOURCES, id(rows.get(pageSize - 1))));
            }
            rows.add(resource);
        }
        return new Page(rows, null);
    }

    /** Rows may be anything, so they are counted. */
    private static Page found(Exchange exchange, List<JsonObject> resources) {
        String after = decode(ContinuationToken.Kind.RESOURCE_QUERY, exchange.continuation());
        QueryBody query = QueryBody.read(exchange);
        List<JsonValue> rows = ValueQuery.of(query.text(), query.parameters(), exchange.clock())
                .rows(resources);
        int from = after == null ? 0 : Math.min(number(after), rows.size());
        int to = Math.min(rows.size() - from, exchange.pageSize()) + from;
        return new Page(
                rows.subList(from, to),
                to == rows.size() ? null : encode(ContinuationToken.Kind.RESOURCE_QUERY, Integer.toString(to)));
    }

    private static int number(String text) {
        try {
            int number = Integer.parseInt(text);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // refused below, like a number that makes no sense
        }
        throw ContinuationToken.invalid();
    }

    private static String id(JsonValue resource) {
        return resource instanceof JsonObject object && object.get("id") instanceof JsonString id ? id.value() : "";
    }

    private static String encode(ContinuationToken.Kind kind, String position) {
        return ContinuationToken.encode(kind, position.getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable String decode(ContinuationToken.Kind kind, @Nullable String token) {
        return token == null ? null : new String(ContinuationToken.decode(kind, token), StandardCharsets.UTF_8);
    }
}
