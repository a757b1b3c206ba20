package org.mayflydb.bench.server;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The ratio of a figure of the new server to that of the old one, from rounds measured in pairs.
 *
 * @param mean the geometric mean
 * @param low the lower end of its 95 % confidence interval
 * @param high the upper end
 */
record PairedRatio(double mean, double low, double high) {
    /** How much worse a whole interval may be. */
    private static final double TOLERANCE = 0.05;

    /** Two-sided 95 % quantiles of Student's t, by degrees of freedom from 1 on. */
    private static final double[] STUDENT = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
        2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042
    };

    /** A figure of each server from one round. */
    record Pair<T>(T older, T newer) {
        double ratio(ToDoubleFunction<T> figure) {
            return figure.applyAsDouble(newer) / figure.applyAsDouble(older);
        }
    }

    /** The ratio of a figure over at least two pairs. */
    static <T> PairedRatio of(List<Pair<T>> pairs, ToDoubleFunction<T> figure) {
        double[] logs =
                pairs.stream().mapToDouble(pair -> Math.log(pair.ratio(figure))).toArray();
        double mean = 0;
        for (double log : logs) {
            mean += log / logs.length;
        }
        double squares = 0;
        for (double log : logs) {
            squares += (log - mean) * (log - mean);
        }
        double quantile = STUDENT[Math.min(logs.length - 2, STUDENT.length - 1)];
        double half = quantile * Math.sqrt(squares / (logs.length - 1) / logs.length);
        return new PairedRatio(Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half));
    }

    /** True if the new server is slower by more than the tolerance, whatever the noise: for figures where more is better. */
    boolean isLess() {
        return high < 1 - TOLERANCE;
    }

    /** The same for figures where less is better. */
    boolean isMore() {
        return low > 1 + TOLERANCE;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.2f (%.2f-%.2f)", mean, low, high);
    }
}
