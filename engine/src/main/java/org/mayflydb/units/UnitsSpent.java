package org.mayflydb.units;

import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/** What a container has spent since the database was opened. */
public final class UnitsSpent {
    /** A guess at what deleting an item costs, until one was deleted. */
    private static final double UNITS_PER_ITEM = 6;

    private final DoubleAdder requestUnits = new DoubleAdder();
    private final DoubleAdder purgeUnits = new DoubleAdder();
    private final LongAdder throttled = new LongAdder();
    private volatile double unitsPerPurgedItem = UNITS_PER_ITEM;

    /** What is charged: requests, and in a serverless account the purge. */
    public double requestUnits() {
        return requestUnits.sum();
    }

    /** What the purge has spent of units that requests left over. */
    public double purgeUnits() {
        return purgeUnits.sum();
    }

    /** How many requests were refused because no units were left. */
    public long throttledRequests() {
        return throttled.sum();
    }

    void addRequest(double units) {
        requestUnits.add(units);
    }

    void addPurge(int items, double units) {
        purgeUnits.add(units);
        unitsPerPurgedItem = units / items;
    }

    void countThrottled() {
        throttled.increment();
    }

    /** What deleting an item has cost the last time. */
    double unitsPerPurgedItem() {
        return unitsPerPurgedItem;
    }
}
