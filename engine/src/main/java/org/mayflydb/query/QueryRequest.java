package org.mayflydb.query;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.item.ListScope;
import org.mayflydb.json.JsonValue;

/**
 * A query and how much of its answer is wanted.
 *
 * @param parameters by name, with the sign {@code @}
 * @param scope which items it looks at
 * @param rowsMax how many rows a page has at most
 * @param continuation from the page before; null for the first
 */
public record QueryRequest(
        String text,
        Map<String, JsonValue> parameters,
        ListScope scope,
        int rowsMax,
        @Nullable String continuation) {
    public QueryRequest {
        parameters = new LinkedHashMap<>(parameters);
    }
}
