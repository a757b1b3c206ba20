package org.mayflydb.server.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.mayflydb.item.expiry.ExpiredPage;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.ttl.ExpiredItem;

/** What has expired and is not purged yet: {@code ?max=100&continuation=…}. */
final class ExpiredEndpoint implements ContainerEndpoint {
    private static final String MAX = "max";
    private static final String CONTINUATION = "continuation";
    private static final int ITEMS_DEFAULT = 100;
    private static final int ITEMS_MAX = 1000;

    @Override
    public Set<String> parameters() {
        return Set.of(MAX, CONTINUATION);
    }

    @Override
    public JsonObject show(Target target, QueryParameters parameters) {
        ExpiredPage page = target.items()
                .expiry()
                .expired(parameters.number(MAX, ITEMS_DEFAULT, 1, ITEMS_MAX), parameters.find(CONTINUATION));
        List<JsonValue> items = new ArrayList<>();
        for (ExpiredItem item : page.items()) {
            items.add(JsonObject.builder()
                    .put("deadline", item.deadline())
                    .put("item", JsonObject.ofText(item.json()))
                    .build());
        }
        return JsonObject.builder()
                .put("items", new JsonArray(items))
                .put(CONTINUATION, page.continuation() == null ? JsonNull.NULL : new JsonString(page.continuation()))
                .build();
    }
}
