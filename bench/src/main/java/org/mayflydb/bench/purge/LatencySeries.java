package org.mayflydb.bench.purge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** How long calls took, second by second. Written by one thread, read when it is done. */
final class LatencySeries {
    private final List<LongStream.Builder> recording = new ArrayList<>();
    private final List<long[]> seconds = new ArrayList<>();

    /** Notes a call that began in a second. */
    void add(int second, long nanos) {
        while (recording.size() <= second) {
            recording.add(LongStream.builder());
        }
        recording.get(second).add(nanos);
    }

    /** Ends the recording. */
    void finish() {
        recording.forEach(second -> seconds.add(second.build().toArray()));
        recording.clear();
    }

    /** How many seconds there are. */
    int size() {
        return seconds.size();
    }

    /** What a share of the calls of some seconds did not exceed, in microseconds; not a number if there were none. */
    double quantile(double share, int fromSecond, int toSecond) {
        long[] sorted = seconds.subList(Math.min(fromSecond, size()), Math.min(toSecond, size())).stream()
                .flatMapToLong(Arrays::stream)
                .sorted()
                .toArray();
        return sorted.length == 0 ? Double.NaN : sorted[(int) (share * (sorted.length - 1))] / 1e3;
    }

    /** The quantile of each second. */
    double[] quantiles(double share) {
        double[] each = new double[size()];
        for (int second = 0; second < each.length; second++) {
            each[second] = quantile(share, second, second + 1);
        }
        return each;
    }
}
