package org.mayflydb.query;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.json.JsonValue;

/**
 * A query and how much of its answer is wanted.
 *
 * @param parameters by name, with the sign {@code @}
 * @param scope which items it looks at
 * @param rowsMax how many rows a page has at most
 * @param continuation from the page before; null for the first
 * @param resumeFilter where a client resumes that merges sorted partitions by itself; null if it begins at the first row.
 *     If there is a continuation too, the later place of both counts.
 * @param onePartition whether the page of a query without an order, groups and DISTINCT ends with a partition, even if it has no rows
 */
public record QueryRequest(
        String text,
        Map<String, JsonValue> parameters,
        ListScope scope,
        int rowsMax,
        @Nullable String continuation,
        @Nullable JsonValue resumeFilter,
        boolean onePartition) {
    public QueryRequest {
        parameters = new LinkedHashMap<>(parameters);
    }

    public QueryRequest(
            String text,
            Map<String, JsonValue> parameters,
            ListScope scope,
            int rowsMax,
            @Nullable String continuation) {
        this(text, parameters, scope, rowsMax, continuation, null, false);
    }

    public QueryRequest resumingAt(@Nullable JsonValue filter) {
        return new QueryRequest(text, parameters, scope, rowsMax, continuation, filter, onePartition);
    }
}
