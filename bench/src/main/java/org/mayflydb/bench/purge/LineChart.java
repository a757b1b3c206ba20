package org.mayflydb.bench.purge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A picture of what changed from second to second, as SVG: panels below each other, each with its own scale. */
final class LineChart {
    private static final int WIDTH = 960;
    private static final int PANEL_HEIGHT = 220;
    private static final int LEFT = 80;
    private static final int RIGHT = 20;
    private static final int TOP = 50;
    private static final int GAP = 50;
    private static final int TICKS = 10;
    private static final List<String> COLOURS = List.of("#1f6f8b", "#c8553d", "#588157");

    /**
     * A line.
     *
     * @param values one for each second; those that are no numbers are left out
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Line(String name, double[] values) {}

    /** A vertical line at a second. */
    record Mark(String name, int second) {}

    private record Panel(String title, boolean logarithmic, List<Line> lines) {}

    private final String title;
    private final List<Mark> marks;
    private final List<Panel> panels = new ArrayList<>();

    LineChart(String title, List<Mark> marks) {
        this.title = title;
        this.marks = List.copyOf(marks);
    }

    LineChart panel(String panelTitle, boolean logarithmic, Line... lines) {
        panels.add(new Panel(panelTitle, logarithmic, List.of(lines)));
        return this;
    }

    String toSvg() {
        int height = TOP + panels.size() * (PANEL_HEIGHT + GAP);
        StringBuilder svg = new StringBuilder();
        append(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" ", WIDTH, height);
        append(svg, "font-family=\"sans-serif\" font-size=\"12\">%n");
        append(svg, "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>%n", WIDTH, height);
        text(svg, LEFT, 22, "start", title);
        int top = TOP;
        for (Panel panel : panels) {
            draw(svg, panel, top);
            top += PANEL_HEIGHT + GAP;
        }
        return svg.append("</svg>\n").toString();
    }

    private void draw(StringBuilder svg, Panel panel, int top) {
        Scale scale = Scale.of(panel);
        int seconds =
                panel.lines.stream().mapToInt(line -> line.values.length).max().orElse(1);
        int bottom = top + PANEL_HEIGHT;
        text(svg, LEFT, top - 8, "start", panel.title);
        for (double value : scale.gridLines()) {
            double y = bottom - PANEL_HEIGHT * scale.height(value);
            append(svg, "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/>%n", LEFT, y, WIDTH - RIGHT);
            text(svg, LEFT - 8, y + 4, "end", String.format(Locale.ROOT, "%,.0f", value));
        }
        int step = Math.max(1, (seconds + TICKS - 1) / TICKS);
        for (int second = 0; second < seconds; second += step) {
            text(svg, x(second, seconds), bottom + 16, "middle", second + " s");
        }
        for (Mark mark : marks) {
            double x = x(mark.second, seconds);
            append(svg, "<path d=\"M%.1f %dV%d\" stroke=\"#888\" stroke-dasharray=\"4 3\"/>%n", x, top, bottom);
            text(svg, x + 4, top + 12, "start", mark.name);
        }
        for (int i = 0; i < panel.lines.size(); i++) {
            Line line = panel.lines.get(i);
            String colour = COLOURS.get(i % COLOURS.size());
            append(svg, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\" d=\"", colour);
            String command = "M";
            for (int second = 0; second < line.values.length; second++) {
                double value = line.values[second];
                if (!Double.isNaN(value)) {
                    append(
                            svg,
                            "%s%.1f %.1f",
                            command,
                            x(second, seconds),
                            bottom - PANEL_HEIGHT * scale.height(value));
                    command = "L";
                }
            }
            append(svg, "\"/>%n<g fill=\"%s\">", colour);
            text(svg, WIDTH - RIGHT - 4, top - 8 - 14.0 * (panel.lines.size() - 1 - i), "end", line.name);
            append(svg, "</g>%n");
        }
    }

    private static double x(int second, int seconds) {
        return LEFT + (double) (WIDTH - LEFT - RIGHT) * second / Math.max(1, seconds - 1);
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String text) {
        append(svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, text);
    }

    private static void append(StringBuilder svg, String format, Object... arguments) {
        svg.append(String.format(Locale.ROOT, format, arguments));
    }

    /** From {@code low} to {@code high}, which are powers of ten if it is logarithmic. */
    private record Scale(boolean logarithmic, double low, double high) {
        static Scale of(Panel panel) {
            double highest = panel.lines.stream()
                    .flatMapToDouble(line -> Arrays.stream(line.values))
                    .filter(value -> !Double.isNaN(value))
                    .max()
                    .orElse(1);
            return panel.logarithmic
                    ? new Scale(true, 1, Math.pow(10, Math.ceil(Math.log10(Math.max(10, highest)))))
                    : new Scale(false, 0, Math.max(1, highest));
        }

        double height(double value) {
            double share = logarithmic
                    ? Math.log10(Math.max(value, low) / low) / Math.log10(high / low)
                    : (value - low) / (high - low);
            return Math.min(1, Math.max(0, share));
        }

        List<Double> gridLines() {
            List<Double> lines = new ArrayList<>();
            if (logarithmic) {
                for (double value = low; value <= high * 1.01; value *= 10) {
                    lines.add(value);
                }
            } else {
                for (int i = 0; i <= 4; i++) {
                    lines.add(low + (high - low) * i / 4);
                }
            }
            return lines;
        }
    }
}
