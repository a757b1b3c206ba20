package org.mayflydb.app.transfer;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Says how far something has come: on a terminal with a bar that moves, several times a second; else with a line every few
 * seconds.
 */
public final class TransferProgress {
    private static final int BAR_WIDTH = 30;
    private static final long BAR_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LINE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final PrintWriter out;
    private final boolean terminal;
    private final LongSupplier nanoTime;
    private final long start;
    private long shownAt;
    private long items;
    private long itemsBefore;
    private double share = -1;

    /** @param terminal whether a person sees it as it is printed */
    public TransferProgress(PrintWriter out, boolean terminal, LongSupplier nanoTime) {
        this.out = out;
        this.terminal = terminal;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
        this.shownAt = start;
    }

    /**
     * Says where it begins.
     *
     * @param before how many items an interrupted run has done already
     */
    void begin(long before) {
        items = before;
        itemsBefore = before;
    }

    /** @param done which part of the whole is done, 0 to 1; negative if nobody knows */
    void add(long more, double done) {
        items += more;
        share = done;
        long now = nanoTime.getAsLong();
        if (now - shownAt >= (terminal ? BAR_NANOS : LINE_NANOS)) {
            shownAt = now;
            show();
        }
    }

    /** Leaves the line to others. */
    void end() {
        if (terminal && shownAt != start) {
            show();
            out.println();
            out.flush();
        }
    }

    /** Items a second since it began here. */
    public double rate() {
        double seconds = Math.max(1, nanoTime.getAsLong() - start) / 1e9;
        return (items - itemsBefore) / seconds;
    }

    private void show() {
        String text = String.format(Locale.ROOT, "%,d items, %,.0f/s", items, rate());
        if (share < 0) {
            print(text);
            return;
        }
        double shown = Math.min(1, share);
        String percent = String.format(Locale.ROOT, "%3.0f %%", 100 * shown);
        if (!terminal) {
            print(percent.strip() + ", " + text);
            return;
        }
        int filled = (int) Math.round(shown * BAR_WIDTH);
        print("[" + "#".repeat(filled) + " ".repeat(BAR_WIDTH - filled) + "] " + percent + "  " + text);
    }

    private void print(String text) {
        if (terminal) {
            // What was longer before is wiped out to the end of the line.
            out.print("\r" + text + "\u001b[K");
        } else {
            out.println(text);
        }
        out.flush();
    }
}
