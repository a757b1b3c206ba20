package org.mayflydb.charge;

import org.mayflydb.base.BadRequestException;

/**
 * Request units per second: a fixed number, or for autoscale the most it may rise to.
 *
 * @param unitsMax the number itself, or the maximum for autoscale
 */
public record Throughput(int unitsMax, boolean autoscale) {
    public static final int MANUAL_MIN = 400;
    public static final int AUTOSCALE_MIN = 1000;
    public static final int MAX = 1_000_000;

    private static final int MANUAL_STEP = 100;
    private static final int AUTOSCALE_STEP = 1000;

    public Throughput {
        int min = autoscale ? AUTOSCALE_MIN : MANUAL_MIN;
        int step = autoscale ? AUTOSCALE_STEP : MANUAL_STEP;
        if (unitsMax < min || unitsMax > MAX || unitsMax % step != 0) {
            throw new BadRequestException("The offer should have valid throughput values between " + min + " and " + MAX
                    + " inclusive in increments of " + step + ".");
        }
    }

    /** The throughput of a container that is created without one. */
    public static final Throughput DEFAULT = manual(MANUAL_MIN);

    public static Throughput manual(int units) {
        return new Throughput(units, false);
    }

    public static Throughput autoscale(int unitsMax) {
        return new Throughput(unitsMax, true);
    }

    /** What is available at any time: all of it, or a tenth for autoscale. */
    public int unitsNow() {
        return autoscale ? unitsMax / 10 : unitsMax;
    }

    /** The least it may be changed to. */
    public int unitsMin() {
        return autoscale ? AUTOSCALE_MIN : MANUAL_MIN;
    }
}
