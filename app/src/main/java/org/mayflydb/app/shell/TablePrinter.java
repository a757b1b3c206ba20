package org.mayflydb.app.shell;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jline.utils.WCWidth;
import org.mayflydb.json.JsonValue;

/**
 * Columns for people. A page goes on below the one before as long as its columns fit; a page that needs other or wider
 * columns has a heading of its own. What the database adds to whole items is left out, but for the time stamp.
 */
final class TablePrinter implements RowPrinter {
    private static final int CELL_WIDTH_MAX = 40;
    private static final String BETWEEN = "  ";
    private static final String CUT = "...";

    private final PrintWriter out;
    private final boolean cut;
    private List<String> columns = List.of();
    private int[] widths = new int[0];

    TablePrinter(PrintWriter out, boolean cut) {
        this.out = out;
        this.cut = cut;
    }

    @Override
    public void page(List<JsonValue> rows) {
        if (rows.isEmpty()) {
            return;
        }
        List<String> needed = Columns.of(columns, rows, false);
        int[] neededWidths = new int[needed.size()];
        for (int i = 0; i < needed.size(); i++) {
            neededWidths[i] = i < widths.length ? widths[i] : width(shown(needed.get(i)));
            for (JsonValue row : rows) {
                neededWidths[i] = Math.max(neededWidths[i], width(shown(Columns.cell(row, needed.get(i)))));
            }
        }
        if (!needed.equals(columns) || !Arrays.equals(neededWidths, widths)) {
            columns = needed;
            widths = neededWidths;
            heading();
        }
        for (JsonValue row : rows) {
            List<String> cells = new ArrayList<>();
            for (int i = 0; i < columns.size(); i++) {
                String text = shown(Columns.cell(row, columns.get(i)));
                String blanks = " ".repeat(widths[i] - width(text));
                cells.add(Columns.isNumber(row, columns.get(i)) ? blanks + text : text + blanks);
            }
            out.println(String.join(BETWEEN, cells).stripTrailing());
        }
        out.flush();
    }

    private void heading() {
        List<String> names = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            String name = shown(columns.get(i));
            names.add(name + " ".repeat(widths[i] - width(name)));
            lines.add("-".repeat(widths[i]));
        }
        out.println(String.join(BETWEEN, names).stripTrailing());
        out.println(String.join(BETWEEN, lines));
    }

    @Override
    public void end() {
        out.flush();
    }

    private String shown(String text) {
        String safe = Printable.of(text);
        if (!cut || width(safe) <= CELL_WIDTH_MAX) {
            return safe;
        }
        int end = 0;
        int width = 0;
        while (width < CELL_WIDTH_MAX - CUT.length() - 1) {
            int point = safe.codePointAt(end);
            width += Math.max(0, WCWidth.wcwidth(point));
            end += Character.charCount(point);
        }
        return safe.substring(0, end) + CUT;
    }

    /** How many columns of a terminal it takes. */
    private static int width(String text) {
        return text.codePoints()
                .map(point -> Math.max(0, WCWidth.wcwidth(point)))
                .sum();
    }
}
