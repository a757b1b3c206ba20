package org.mayflydb.app.shell;

import java.io.PrintWriter;
import java.util.List;
import org.mayflydb.json.JsonValue;

/** One JSON array with a member on each line. */
final class JsonPrinter implements RowPrinter {
    private final PrintWriter out;
    private boolean begun;

    JsonPrinter(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void page(List<JsonValue> rows) {
        for (JsonValue row : rows) {
            out.println(begun ? "," : "[");
            begun = true;
            out.print(JsonLayout.indented(row, 1));
        }
        out.flush();
    }

    @Override
    public void end() {
        out.println(begun ? System.lineSeparator() + "]" : "[]");
        out.flush();
    }
}
