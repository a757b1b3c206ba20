package org.mayflydb.app.endpoint;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonValue;

/**
 * A part of a list or of the rows of a query. It may be empty and yet have another behind it.
 *
 * @param continuation where the next one begins; null if this is the last
 * @param charge in request units
 */
public record ResultPage(List<JsonValue> rows, @Nullable String continuation, double charge) {
    public ResultPage {
        rows = List.copyOf(rows);
    }
}
