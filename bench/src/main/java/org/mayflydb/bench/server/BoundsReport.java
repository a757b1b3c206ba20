package org.mayflydb.bench.server;

import java.io.PrintWriter;
import java.util.Locale;

/** Prints measured figures beside their bounds, and remembers whether all bounds hold. Used by one thread. */
public final class BoundsReport {
    private final PrintWriter out;
    private boolean good = true;

    public BoundsReport(PrintWriter out) {
        this.out = out;
    }

    public void atMost(String name, double value, double bound) {
        report(name, value, "<=", bound, value <= bound);
    }

    public void atLeast(String name, double value, double bound) {
        report(name, value, ">=", bound, value >= bound);
    }

    public void equal(String name, double value, double bound) {
        report(name, value, "=", bound, value == bound);
    }

    private void report(String name, double value, String relation, double bound, boolean holds) {
        good &= holds;
        out.printf(Locale.ROOT, "%-48s %10.3f %2s %9.3f  %s%n", name, value, relation, bound, holds ? "ok" : "MISSED");
    }

    /** Prints the result of all, and returns it. */
    public boolean finish() {
        out.println(good ? "ok" : "NOT ok");
        out.flush();
        return good;
    }
}
