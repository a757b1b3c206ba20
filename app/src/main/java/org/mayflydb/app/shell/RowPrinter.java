package org.mayflydb.app.shell;

import java.util.List;
import org.mayflydb.json.JsonValue;

/** Prints the rows of one query. */
interface RowPrinter {
    /** Further rows, perhaps none. */
    void page(List<JsonValue> rows);

    /** There are no more, or nobody wants them. */
    void end();
}
