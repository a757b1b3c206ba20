package org.mayflydb.app.shell;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.mayflydb.json.JsonValue;

/** Comma-separated values. All rows are waited for, because any of them may have a column that the others have not. */
final class CsvPrinter implements RowPrinter {
    private final PrintWriter out;
    private final List<JsonValue> all = new ArrayList<>();

    CsvPrinter(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void page(List<JsonValue> rows) {
        all.addAll(rows);
    }

    @Override
    public void end() {
        List<String> columns = Columns.of(List.of(), all, true);
        if (!columns.isEmpty()) {
            out.println(columns.stream().map(CsvPrinter::quoted).collect(Collectors.joining(",")));
        }
        for (JsonValue row : all) {
            out.println(columns.stream()
                    .map(column -> quoted(Columns.cell(row, column)))
                    .collect(Collectors.joining(",")));
        }
        out.flush();
    }

    private static String quoted(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? text : "\"" + text.replace("\"", "\"\"") + "\"";
    }
}
