package org.mayflydb.query;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonValue;

/**
 * A part of the answer to a query.
 *
 * @param continuation for the next page; null at the end. A page may be empty and still not be the last
 */
public record QueryPage(List<JsonValue> rows, @Nullable String continuation, double charge, QueryMetrics metrics) {
    public QueryPage {
        rows = List.copyOf(rows);
    }
}
