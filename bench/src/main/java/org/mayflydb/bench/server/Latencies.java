package org.mayflydb.bench.server;

/** Counts how long requests took, to within two percent. Used by one thread at a time. */
public final class Latencies {
    private static final double BASE = Math.log(1.02);
    private static final int BUCKETS = 1200;

    private final long[] counts = new long[BUCKETS];
    private long total;

    public void add(long nanos) {
        int bucket = (int) (Math.log(Math.max(1, nanos / 1000.0)) / BASE);
        counts[Math.min(BUCKETS - 1, bucket)]++;
        total++;
    }

    public void add(Latencies others) {
        for (int i = 0; i < BUCKETS; i++) {
            counts[i] += others.counts[i];
        }
        total += others.total;
    }

    public long total() {
        return total;
    }

    /** What this share of the requests did not exceed, in milliseconds; 0 if there was none. */
    public double percentile(double share) {
        long wanted = (long) Math.ceil(share * total);
        long seen = 0;
        for (int i = 0; i < BUCKETS && total > 0; i++) {
            seen += counts[i];
            if (seen >= wanted) {
                return Math.exp((i + 1) * BASE) / 1000;
            }
        }
        return 0;
    }
}
