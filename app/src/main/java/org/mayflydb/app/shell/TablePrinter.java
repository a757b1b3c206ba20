package org.mayflydb.app.shell;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jline.utils.WCWidth;
import org.mayflydb.json.JsonValue;

/**
 * Columns for people. A page continues below the one before as long as its columns fit; a page that needs other or wider
 * columns gets a heading of its own. A table that is wider than a line has its widest cells cut, and then its last columns
 * left out. System properties of whole items are left out except for the timestamp.
 */
final class TablePrinter implements RowPrinter {
    private static final int CELL_WIDTH_MAX = 40;
    private static final int CELL_WIDTH_MIN = 6;
    private static final String BETWEEN = "  ";
    private static final String CUT = "...";

    private final PrintWriter out;
    private final boolean cut;
    private final int lineWidth;
    private List<String> columns = List.of();

    /** How wide the columns would be if there were room for them. */
    private int[] widths = new int[0];

    /** How wide they are; fewer than there are columns if some do not fit at all. */
    private int[] shownWidths = new int[0];

    /** @param cut whether long cells are cut even if there is room */
    TablePrinter(PrintWriter out, boolean cut, int lineWidth) {
        this.out = out;
        this.cut = cut;
        this.lineWidth = lineWidth;
    }

    @Override
    public void page(List<JsonValue> rows) {
        if (rows.isEmpty()) {
            return;
        }
        List<String> needed = Columns.of(columns, rows, false);
        int[] neededWidths = new int[needed.size()];
        for (int i = 0; i < needed.size(); i++) {
            neededWidths[i] = i < widths.length ? widths[i] : naturalWidth(needed.get(i));
            for (JsonValue row : rows) {
                neededWidths[i] = Math.max(neededWidths[i], naturalWidth(Columns.cell(row, needed.get(i))));
            }
        }
        int[] fitting = fit(neededWidths, lineWidth);
        widths = neededWidths;
        if (!needed.equals(columns) || !Arrays.equals(fitting, shownWidths)) {
            columns = needed;
            shownWidths = fitting;
            heading();
        }
        for (JsonValue row : rows) {
            List<String> cells = new ArrayList<>();
            for (int i = 0; i < shownWidths.length; i++) {
                String text = shown(Columns.cell(row, columns.get(i)), shownWidths[i]);
                String blanks = " ".repeat(shownWidths[i] - width(text));
                cells.add(Columns.isNumber(row, columns.get(i)) ? blanks + text : text + blanks);
            }
            out.println(String.join(BETWEEN, cells).stripTrailing());
        }
        out.flush();
    }

    /** Narrows the widest column until the line fits, and drops the last one if all are as narrow as they may be. */
    private static int[] fit(int[] natural, int lineWidth) {
        int[] fitting = natural.clone();
        while (total(fitting) > lineWidth && fitting.length > 1) {
            int widest = 0;
            for (int i = 1; i < fitting.length; i++) {
                widest = fitting[i] > fitting[widest] ? i : widest;
            }
            if (fitting[widest] > CELL_WIDTH_MIN) {
                fitting[widest]--;
            } else {
                // The others get back what they need.
                fitting = Arrays.copyOf(natural, fitting.length - 1);
            }
        }
        if (total(fitting) > lineWidth) {
            fitting[0] = Math.max(CELL_WIDTH_MIN, lineWidth);
        }
        return fitting;
    }

    private static long total(int[] widths) {
        return Arrays.stream(widths).asLongStream().sum() + (long) BETWEEN.length() * Math.max(0, widths.length - 1);
    }

    private void heading() {
        List<String> names = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < shownWidths.length; i++) {
            String name = shown(columns.get(i), shownWidths[i]);
            names.add(name + " ".repeat(shownWidths[i] - width(name)));
            lines.add("-".repeat(shownWidths[i]));
        }
        out.println(String.join(BETWEEN, names).stripTrailing());
        out.println(String.join(BETWEEN, lines));
    }

    /** Says which columns are missing. */
    @Override
    public void end() {
        if (shownWidths.length < columns.size()) {
            out.println("Not shown for lack of room: "
                    + Printable.of(String.join(", ", columns.subList(shownWidths.length, columns.size())))
                    + ". Select fewer properties, or type .view json");
        }
        out.flush();
    }

    private int naturalWidth(String text) {
        int width = width(Printable.of(text));
        return cut ? Math.min(width, CELL_WIDTH_MAX) : width;
    }

    private static String shown(String text, int widthMax) {
        String safe = Printable.of(text);
        if (width(safe) <= widthMax) {
            return safe;
        }
        int end = 0;
        int width = 0;
        while (true) {
            int point = safe.codePointAt(end);
            width += Math.max(0, WCWidth.wcwidth(point));
            if (width > widthMax - CUT.length()) {
                return safe.substring(0, end) + CUT;
            }
            end += Character.charCount(point);
        }
    }

    /** How many columns of a terminal it takes. */
    private static int width(String text) {
        return text.codePoints()
                .map(point -> Math.max(0, WCWidth.wcwidth(point)))
                .sum();
    }
}
