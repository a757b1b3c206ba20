package org.mayflydb.charge;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;

/**
 * Request units per second: a fixed number, or for autoscale the most it may rise to.
 *
 * @param unitsMax the number itself, or the maximum for autoscale
 * @param incrementPercent by how much Azure raises the maximum when storage grows; stored and returned, null if not given
 */
public record Throughput(
        int unitsMax, boolean autoscale, @Nullable Integer incrementPercent) {
    public static final int MANUAL_MIN = 400;
    public static final int AUTOSCALE_MIN = 1000;
    public static final int MAX = 1_000_000;

    private static final int MANUAL_STEP = 100;
    private static final int AUTOSCALE_STEP = 1000;

    /** A container keeps this fraction of the most it ever had: a hundredth, or a tenth of an autoscale maximum. */
    private static final int MANUAL_SHARE = 100;

    private static final int AUTOSCALE_SHARE = 10;

    public Throughput {
        int min = autoscale ? AUTOSCALE_MIN : MANUAL_MIN;
        if (unitsMax < min || unitsMax > MAX || unitsMax % step(autoscale) != 0) {
            throw outside(unitsMax, min, autoscale);
        }
        if (incrementPercent != null && (!autoscale || incrementPercent < 0)) {
            throw new BadRequestException(
                    "An increment of the throughput is a percentage of at least 0, for autoscale.");
        }
    }

    /** The throughput of a container that is created without one. */
    public static final Throughput DEFAULT = manual(MANUAL_MIN);

    public static Throughput manual(int units) {
        return new Throughput(units, false, null);
    }

    public static Throughput autoscale(int unitsMax) {
        return autoscale(unitsMax, null);
    }

    public static Throughput autoscale(int unitsMax, @Nullable Integer incrementPercent) {
        return new Throughput(unitsMax, true, incrementPercent);
    }

    /** What is available at any time: all of it, or a tenth for autoscale. */
    public int unitsNow() {
        return autoscale ? unitsMax / 10 : unitsMax;
    }

    /** Returns the least that a container or database may have that once had a throughput of {@code unitsHighest}. */
    public static int unitsMin(boolean autoscale, int unitsHighest) {
        return autoscale
                ? Math.max(AUTOSCALE_MIN, roundedUp(unitsHighest, AUTOSCALE_SHARE, AUTOSCALE_STEP))
                : Math.max(MANUAL_MIN, roundedUp(unitsHighest, MANUAL_SHARE, MANUAL_STEP));
    }

    /** Refuses a throughput that is too low after one of {@code unitsHighest}. */
    public void checkAfter(int unitsHighest) {
        int min = unitsMin(autoscale, unitsHighest);
        if (unitsMax < min) {
            throw outside(unitsMax, min, autoscale);
        }
    }

    /**
     * Returns the autoscale throughput that this fixed one becomes, or the reverse.
     *
     * @param unitsHighest the most there ever was
     */
    public Throughput migrated(int unitsHighest) {
        return autoscale
                ? manual(unitsMax)
                : autoscale(Math.max(unitsMin(true, unitsHighest), roundedUp(unitsMax, 1, AUTOSCALE_STEP)));
    }

    private static int step(boolean autoscale) {
        return autoscale ? AUTOSCALE_STEP : MANUAL_STEP;
    }

    /** Returns a fraction of the units, rounded up to a multiple of the step. */
    private static int roundedUp(int units, int divisor, int step) {
        return -Math.floorDiv(-units, divisor * step) * step;
    }

    private static BadRequestException outside(int units, int min, boolean autoscale) {
        String bound = "";
        if (units < min) {
            bound = " Requested throughput " + units + " is less than required minimum throughput " + min + ".";
        } else if (units > MAX) {
            bound = " Requested throughput " + units + " is more than possible maximum throughput " + MAX + ".";
        }
        return new BadRequestException("The offer should have valid throughput values between " + min + " and " + MAX
                + " inclusive in increments of " + step(autoscale) + "." + bound);
    }
}
