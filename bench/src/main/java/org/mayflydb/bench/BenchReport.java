package org.mayflydb.bench;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes what was measured as tables for people. */
public final class BenchReport {
    /** How far apart the two may be and still count as growing alike. */
    private static final double GROWTH_BEYOND_LIMIT_MAX = 1.2;

    private BenchReport() {}

    /** What the columns of a row are. */
    public static String header() {
        return line("measurement", "items", "ours/s", "limit/s", "ratio", "(middle half)", "by cpu", "aim", "");
    }

    /** A measurement in one line. */
    public static String row(Measurement measurement) {
        return line(
                measurement.name(),
                Integer.toString(measurement.items()),
                number(measurement.ours()),
                number(measurement.limit()),
                ratio(measurement.ratio()),
                ratio(measurement.ratioLow()) + "-" + ratio(measurement.ratioHigh()),
                ratio(measurement.oursPerCpuSecond() / measurement.limitPerCpuSecond()),
                measurement.aim() == 0 ? "-" : ratio(measurement.aim()),
                verdict(measurement));
    }

    /**
     * How much slower each measurement became from the smallest container to the largest, ours beside the limit; in
     * brackets by processor time, which what else runs on the machine disturbs less.
     *
     * @param growthMax how many times slower ours may be
     */
    static String growth(List<Measurement> small, List<Measurement> large, double growthMax) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < small.size(); i++) {
            Measurement before = small.get(i);
            Measurement after = large.get(i);
            double ours = before.ours() / after.ours();
            double limit = before.limit() / after.limit();
            text.append(String.format(
                    Locale.ROOT,
                    "%-28s %d -> %d items: ours %.2f (%.2f) times slower, limit %.2f (%.2f), at most %.1f  %s%n",
                    before.name(),
                    before.items(),
                    after.items(),
                    ours,
                    before.oursPerCpuSecond() / after.oursPerCpuSecond(),
                    limit,
                    before.limitPerCpuSecond() / after.limitPerCpuSecond(),
                    growthMax,
                    growthVerdict(ours, limit, growthMax)));
        }
        return text.toString();
    }

    /** What grows as the limit does is RocksDB's growth: files that no longer fit into the cache, compactions. */
    private static String growthVerdict(double ours, double limit, double growthMax) {
        if (ours <= growthMax) {
            return "ok";
        }
        return ours <= limit * GROWTH_BEYOND_LIMIT_MAX ? "as the limit" : "OVER";
    }

    /** How long a change of the default lifetime took, if that was measured. */
    static String ttlChange(BenchRun.Result result) {
        return result.measurements().stream()
                .filter(measurement -> measurement.name().equals(TtlChangeBench.NAME))
                .map(change -> String.format(
                        Locale.ROOT,
                        "%s of %d items: %.2f ms, %.1f keys written (the limit writes them in %.2f ms)%n",
                        change.name(),
                        result.items(),
                        1000 / change.ours(),
                        result.keysWrittenByTtlChange(),
                        1000 / change.limit()))
                .collect(Collectors.joining());
    }

    private static String line(String... cells) {
        return String.format(Locale.ROOT, "%-28s %8s %10s %10s %6s %14s %7s %5s %s", (Object[]) cells)
                .stripTrailing();
    }

    private static String verdict(Measurement measurement) {
        if (measurement.aim() == 0) {
            return "";
        }
        return measurement.reachesAim() ? "ok" : "UNDER";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
