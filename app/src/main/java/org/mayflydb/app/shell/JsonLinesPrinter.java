package org.mayflydb.app.shell;

import java.io.PrintWriter;
import java.util.List;
import org.mayflydb.json.JsonValue;

/** One line of compact JSON for each row. */
final class JsonLinesPrinter implements RowPrinter {
    private final PrintWriter out;

    JsonLinesPrinter(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void page(List<JsonValue> rows) {
        rows.forEach(out::println);
        out.flush();
    }

    @Override
    public void end() {
        out.flush();
    }
}
