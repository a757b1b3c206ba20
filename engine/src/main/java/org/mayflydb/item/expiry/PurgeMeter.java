package org.mayflydb.item.expiry;

import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what a container's purge has done since the opening, and how fast it was in the last minute. Seconds are those of
 * the database's clock.
 */
public final class PurgeMeter {
    private static final int WINDOW_SECONDS = 60;

    private final LongAdder items = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final DoubleAdder units = new DoubleAdder();

    /** Which second each slot counts, and how many items were purged in it. */
    private final long[] seconds = new long[WINDOW_SECONDS];

    private final long[] itemsOfSecond = new long[WINDOW_SECONDS];

    /** Counts a step. */
    public void count(PurgeResult step, long now) {
        if (step.items() == 0) {
            return;
        }
        items.add(step.items());
        bytes.add(step.bytes());
        units.add(step.units());
        synchronized (this) {
            int slot = (int) Math.floorMod(now, (long) WINDOW_SECONDS);
            if (seconds[slot] != now) {
                seconds[slot] = now;
                itemsOfSecond[slot] = 0;
            }
            itemsOfSecond[slot] += step.items();
        }
    }

    public long items() {
        return items.sum();
    }

    public long bytes() {
        return bytes.sum();
    }

    public double units() {
        return units.sum();
    }

    /** Items a second, from the first step of the last minute until now; 0 if there was none. */
    public synchronized double itemsPerSecond(long now) {
        long purged = 0;
        long first = now;
        for (int slot = 0; slot < WINDOW_SECONDS; slot++) {
            if (itemsOfSecond[slot] > 0 && seconds[slot] > now - WINDOW_SECONDS && seconds[slot] <= now) {
                purged += itemsOfSecond[slot];
                first = Math.min(first, seconds[slot]);
            }
        }
        return (double) purged / (now - first + 1);
    }
}
