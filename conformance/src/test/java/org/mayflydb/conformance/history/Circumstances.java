package org.mayflydb.conformance.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is known besides events and log: which default TTLs may have been in force when, and what a right clock showed. */
final class Circumstances {
    /** The default TTL of a container whose items never expire, whatever they say. */
    static final int OFF = 0;

    private static final long NEVER = Long.MAX_VALUE;

    /** Later than any second of a clock, with room for a few more. */
    private static final long UNLIMITED = NEVER / 2;

    private final List<Period> periods = new ArrayList<>();
    private final TreeMap<Long, Long> secondsByNanos = new TreeMap<>();

    /** When a default may have been in force. */
    private record Period(int defaultTtl, long from, long until) {}

    Circumstances(int defaultTtl) {
        periods.add(new Period(defaultTtl, Long.MIN_VALUE, NEVER));
    }

    /** A change is about to be requested. From now on the new default may be in force, besides those before. */
    synchronized void defaultWillBe(int defaultTtl, long nanos) {
        periods.add(new Period(defaultTtl, nanos, NEVER));
    }

    /** The last change is acknowledged: the defaults before it are in force no more. */
    synchronized void defaultIsChanged(long nanos) {
        for (int i = 0; i < periods.size() - 1; i++) {
            Period period = periods.get(i);
            if (period.until == NEVER) {
                periods.set(i, new Period(period.defaultTtl, period.from, nanos));
            }
        }
    }

    /** The defaults that may have been in force at some time of an interval. */
    synchronized List<Integer> defaults(long from, long to) {
        return periods.stream()
                .filter(period -> period.from <= to && period.until >= from)
                .map(Period::defaultTtl)
                .distinct()
                .toList();
    }

    /** A right clock shows this second. */
    synchronized void clockShows(long second, long nanos) {
        secondsByNanos.put(nanos, second);
    }

    /** What a right clock showed at a time at most; unlimited if nothing is known of clocks. */
    synchronized long latestSecond(long nanos) {
        Map.Entry<Long, Long> next = secondsByNanos.ceilingEntry(nanos);
        if (next != null) {
            return next.getValue();
        }
        return secondsByNanos.isEmpty() ? UNLIMITED : secondsByNanos.lastEntry().getValue();
    }
}
