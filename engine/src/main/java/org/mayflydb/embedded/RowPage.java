package org.mayflydb.embedded;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of an answer.
 *
 * @param continuation what to ask with for the next ones; null if these were the last. A page may be empty and not the last
 * @param charge what it cost, in request units
 */
public record RowPage(List<Row> rows, @Nullable String continuation, double charge) {
    public RowPage {
        rows = List.copyOf(rows);
    }
}
