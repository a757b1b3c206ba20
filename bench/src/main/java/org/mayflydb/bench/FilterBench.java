package org.mayflydb.bench;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.query.QueryPage;
import org.mayflydb.query.QueryRequest;

/** Queries that have to look at every item because no index helps, against one iterator over the same records. */
final class FilterBench {
    /** Few, so that a page is over before its time is. */
    private static final int PAGE_ROWS = 10;

    /** Items per second of one core. */
    private static final double RATE_AIM = 150_000;

    private final Twins twins;
    private final long roundNanos;
    private @Nullable String continuation;

    FilterBench(Twins twins, BenchSettings settings) {
        this.twins = twins;
        this.roundNanos = settings.roundNanos();
    }

    /** Measures; operations are the items that were looked at. */
    Measurement run(String name, String text) {
        continuation = null;
        RawScan scan = new RawScan(twins);
        return Duel.run(
                name,
                twins.live(),
                0,
                () -> Round.timed(threadIndex -> ask(text)),
                () -> Round.timed(threadIndex -> scan.run(roundNanos)));
    }

    private long ask(String text) {
        long end = System.nanoTime() + roundNanos;
        long items = 0;
        do {
            QueryPage page = twins.query(new QueryRequest(text, Map.of(), ListScope.ALL, PAGE_ROWS, continuation));
            continuation = page.continuation();
            items += page.metrics().items();
        } while (System.nanoTime() < end);
        return items;
    }

    /** Two lines for people: the measurement, and whether a core looks at as many items as it should. */
    static String text(Measurement measurement) {
        double rate = measurement.oursPerCpuSecond();
        return String.format(
                Locale.ROOT,
                "%s%n    %,.0f items per second of one core, at least %,.0f  %s",
                BenchReport.row(measurement),
                rate,
                RATE_AIM,
                rate >= RATE_AIM ? "ok" : "UNDER");
    }
}
