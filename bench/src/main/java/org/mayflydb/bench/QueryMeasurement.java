package org.mayflydb.bench;

import java.util.Locale;

/**
 * What a duel of queries came to.
 *
 * @param rows of an answer, on average
 * @param entries of the index that were looked at for an answer, on average
 * @param items that were read for an answer, on average
 */
record QueryMeasurement(Measurement measurement, double rows, double entries, double items) {

    /** Two lines for people: the measurement, and what the database did for it. */
    String text() {
        return String.format(
                Locale.ROOT,
                "%s%n    per answer: %.1f rows of %.1f entries and %.1f items; processor time ours %.1f µs, limit %.1f µs",
                BenchReport.row(measurement),
                rows,
                entries,
                items,
                1e6 / measurement.oursPerCpuSecond(),
                1e6 / measurement.limitPerCpuSecond());
    }
}
