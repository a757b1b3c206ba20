package org.mayflydb.server.route;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.SystemTime;
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
        String continuation = exchange.continuation();
        String after = continuation == null ? null : decode(continuation);
        Page page =
                exchange.isQuery() ? found(exchange, resources, after) : listed(resources, after, exchange.pageSize());
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
    private static Page listed(List<JsonObject> resources, @Nullable String after, int pageSize) {
        List<JsonValue> rows = new ArrayList<>();
        for (JsonObject resource : resources) {
            if (after != null && id(resource).compareTo(after) <= 0) {
                continue;
            }
            if (rows.size() == pageSize) {
                return new Page(rows, encode(id(rows.get(pageSize - 1))));
            }
            rows.add(resource);
        }
        return new Page(rows, null);
    }

    /** Rows may be anything, so they are counted. */
    private static Page found(Exchange exchange, List<JsonObject> resources, @Nullable String after) {
        QueryBody query = QueryBody.read(exchange);
        List<JsonValue> rows = ValueQuery.of(query.text(), query.parameters(), SystemTime.source())
                .rows(resources);
        int from = after == null ? 0 : Math.min(number(after), rows.size());
        int to = Math.min(rows.size() - from, exchange.pageSize()) + from;
        return new Page(rows.subList(from, to), to == rows.size() ? null : encode(Integer.toString(to)));
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
        throw invalidContinuation();
    }

    private static String id(JsonValue resource) {
        return resource instanceof JsonObject object && object.get("id") instanceof JsonString id ? id.value() : "";
    }

    private static String encode(String place) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(place.getBytes(StandardCharsets.UTF_8));
    }

    private static String decode(String continuation) {
        try {
            return new String(Base64.getUrlDecoder().decode(continuation), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notBase64) {
            throw invalidContinuation();
        }
    }

    private static BadRequestException invalidContinuation() {
        return new BadRequestException("Invalid Continuation Token");
    }
}
