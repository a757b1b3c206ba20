package org.mayflydb.app.shell;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/** A forecast as bars of text. */
final class ForecastChart {
    private static final int BAR_WIDTH_MAX = 40;

    /** @param label which items, such as those that expire within an hour */
    private record Bar(String label, long items, long bytes) {
        static Bar of(String label, JsonObject amount) {
            return new Bar(label, Facts.number(amount.get("items")), Facts.number(amount.get("bytes")));
        }
    }

    private ForecastChart() {}

    /** @param all whether to show empty buckets also before the first and after the last that is not */
    static void print(JsonObject forecast, boolean all, PrintWriter out) {
        List<Bar> bars = bars(forecast, all);
        long most = bars.stream().mapToLong(Bar::items).max().orElse(0);
        int labelWidth = bars.stream().mapToInt(bar -> bar.label.length()).max().orElse(0);
        int countWidth = Long.toString(most).length();
        for (Bar bar : bars) {
            String items = Long.toString(bar.items);
            out.println("  " + bar.label + " ".repeat(labelWidth - bar.label.length() + 2)
                    + (" ".repeat(countWidth - items.length()) + items + "  " + "#".repeat(width(bar.items, most)))
                            .stripTrailing());
        }
        JsonObject live = Facts.object(forecast.get("live"));
        JsonObject expired = Facts.object(forecast.get("expired"));
        out.println(Facts.amount(live) + " alive now; expired and not purged yet: " + Facts.amount(expired) + ".");
    }

    private static List<Bar> bars(JsonObject forecast, boolean all) {
        long now = Facts.number(forecast.get("now"));
        List<Bar> bars = new ArrayList<>();
        if (forecast.get("buckets") instanceof JsonArray buckets) {
            for (JsonValue element : buckets.elements()) {
                JsonObject bucket = Facts.object(element);
                long after = Facts.number(bucket.get("after")) - now;
                long until = Facts.number(bucket.get("until")) - now;
                bars.add(Bar.of((after <= 0 ? "" : Spans.text(after) + " ") + "to " + Spans.text(until), bucket));
            }
        }
        if (!all) {
            bars.subList(0, leadingEmpty(bars)).clear();
            Collections.reverse(bars);
            bars.subList(0, leadingEmpty(bars)).clear();
            Collections.reverse(bars);
        }
        bars.add(Bar.of("later", Facts.object(forecast.get("later"))));
        bars.add(Bar.of("never", Facts.object(forecast.get("never"))));
        return bars;
    }

    private static int leadingEmpty(List<Bar> bars) {
        int count = 0;
        while (count < bars.size() && bars.get(count).items == 0) {
            count++;
        }
        return count;
    }

    /** What is not nothing is seen. */
    private static int width(long items, long most) {
        return items == 0 ? 0 : (int) Math.max(1, Math.round((double) items * BAR_WIDTH_MAX / most));
    }
}
