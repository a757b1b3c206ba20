package org.mayflydb.server.route;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;

/** Lists and queries over resources that are few and whole in memory: databases, containers, offers and the like. */
final class ResourceList {
    private ResourceList() {}

    /**
     * A page of the resources, filtered by the query in the body if there is one.
     *
     * @param ownerRid the resource id of what owns the list
     * @param resources in the order of their ids, which continuations rely on
     */
    static WireResponse answer(
            Exchange exchange, ResourceType type, String ownerRid, Collection<JsonObject> resources) {
        ResourceQuery query = exchange.isQuery() ? ResourceQuery.parse(exchange.jsonBody()) : ResourceQuery.ALL;
        String after = after(exchange.continuation());
        int pageSize = exchange.pageSize();
        List<JsonValue> page = new ArrayList<>();
        String continuation = null;
        for (JsonObject resource : resources) {
            String id = id(resource);
            if ((after != null && id.compareTo(after) <= 0) || !query.matches(resource)) {
                continue;
            }
            if (page.size() == pageSize) {
                continuation = token(id(page.get(page.size() - 1)));
                break;
            }
            page.add(resource);
        }
        JsonObject body = JsonObject.builder()
                .put("_rid", ownerRid)
                .put(type.listMember(), new JsonArray(page))
                .put("_count", page.size())
                .build();
        return exchange.response(200, RequestCharge.METADATA)
                .header(WireHeaders.ITEM_COUNT, Integer.toString(page.size()))
                .header(WireHeaders.CONTINUATION, continuation)
                .body(body.toBytes());
    }

    private static String id(JsonValue resource) {
        return resource instanceof JsonObject object && object.get("id") instanceof JsonString id ? id.value() : "";
    }

    private static String token(String lastId) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(lastId.getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable String after(@Nullable String continuation) {
        if (continuation == null) {
            return null;
        }
        try {
            return new String(Base64.getUrlDecoder().decode(continuation), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notBase64) {
            throw new BadRequestException("Invalid Continuation Token");
        }
    }
}
