package org.mayflydb.database;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.mayflydb.key.ResourceId;

/**
 * Decides how much the purge does where throughput is not limited: it gets what requests leave over, which is measured.
 *
 * <p><b>Steps are bounded in time.</b> A write waits for at most one step, so a step has as many items as can be deleted in
 * {@value #STEP_MILLIS} ms by what deleting them has cost so far.
 *
 * <p><b>The duty</b> is the share of the time that steps may take. Four times a second it is compared with what was seen
 * meanwhile. While processors are idle and deletion is late it grows, faster the later it is; when processors are no longer
 * idle it shrinks by a third each time, down to a minimum at which requests hardly notice the purge. Deletion that is not
 * late needs no more, and lets it shrink slowly. In between it stays, so it settles where deletion keeps up.
 */
final class PurgePace {
    static final int STEP_MILLIS = 3;
    static final int STEP_ITEMS_FIRST = 100;
    static final int STEP_ITEMS_MIN = 10;
    static final int STEP_ITEMS_MAX = 1000;
    static final double DUTY_MIN = 0.03;
    static final double DUTY_MAX = 0.5;

    /** Fewer idle processors than this are needed by requests; with more than the other there is room. */
    static final double IDLE_LOW = 0.1;

    static final double IDLE_HIGH = 0.25;

    /** Deletion that is behind by less is on time; by more, late. */
    static final long ON_TIME_SECONDS = 2;

    static final long LATE_SECONDS = 5;
    static final long VERY_LATE_SECONDS = 15;

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long CONTROL_NANOS = 250 * NANOS_PER_MILLI;
    private static final double GROWTH = 1.03;
    private static final double FAST_GROWTH = 1.25;
    private static final double RETREAT = 0.67;
    private static final double RELAXATION = 0.99;

    /** The weight of a sample that is more expensive than before: most of the difference is waiting for other writes. */
    private static final double COST_GROWTH = 0.05;

    private static final double COST_DROP = 0.5;
    private static final long PAUSE_MILLIS_MAX = 1000;

    private final LoadMeter meter;
    private final Map<ResourceId, Double> itemNanos = new HashMap<>();
    private volatile double duty = DUTY_MIN; // written by the steps only
    private boolean measuring;
    private long controlledNanos;
    private long latestSeconds;
    private double owedNanos;

    PurgePace(LoadMeter meter) {
        this.meter = meter;
    }

    /** How many items of a container the next step may delete. */
    int stepItems(ResourceId container) {
        Double nanos = itemNanos.get(container);
        if (nanos == null) {
            return STEP_ITEMS_FIRST;
        }
        double items = STEP_MILLIS * NANOS_PER_MILLI / Math.max(1, nanos);
        return (int) Math.max(STEP_ITEMS_MIN, Math.min(STEP_ITEMS_MAX, items));
    }

    /** Forgets all containers but these. */
    void retain(Set<ResourceId> containers) {
        itemNanos.keySet().retainAll(containers);
    }

    /**
     * A step is over.
     *
     * @param nanos from when it had its turn to the end of its commit, which others may have shared
     * @param lateSeconds for how long the oldest of its items had been expired
     */
    void stepped(ResourceId container, int items, long nanos, long lateSeconds) {
        latestSeconds = Math.max(latestSeconds, lateSeconds);
        if (items > 0) {
            double sample = (double) nanos / items;
            double cost = itemNanos.merge(
                    container,
                    sample,
                    (known, ours) -> known + (ours - known) * (ours < known ? COST_DROP : COST_GROWTH));
            owedNanos += items * cost;
        }
    }

    /** How long to pause after the steps since the last pause. */
    long pauseMillis() {
        control();
        double pause = owedNanos * (1 / duty - 1) / NANOS_PER_MILLI;
        owedNanos = 0;
        return (long) Math.max(1, Math.min(PAUSE_MILLIS_MAX, Math.ceil(pause)));
    }

    /** The share of the time that steps may take at present. */
    double duty() {
        return duty;
    }

    private void control() {
        long now = meter.nanoTime();
        if (measuring && now - controlledNanos < CONTROL_NANOS) {
            return;
        }
        double idle = meter.idleProcessors();
        if (measuring) {
            duty = Math.max(DUTY_MIN, Math.min(DUTY_MAX, next(idle, latestSeconds)));
        }
        measuring = true;
        controlledNanos = now;
        latestSeconds = 0;
    }

    /** Where nothing is known about processors, only a late purge takes more than the minimum. */
    private double next(double idle, long lateSeconds) {
        if (idle < IDLE_LOW) {
            return duty * RETREAT;
        }
        boolean room = Double.isNaN(idle) || idle > IDLE_HIGH;
        if (room && lateSeconds > VERY_LATE_SECONDS) {
            return duty * FAST_GROWTH;
        }
        if (room && lateSeconds > LATE_SECONDS) {
            return duty * GROWTH;
        }
        return lateSeconds < ON_TIME_SECONDS ? duty * RELAXATION : duty;
    }
}
