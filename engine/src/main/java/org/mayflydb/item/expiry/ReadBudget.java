package org.mayflydb.item.expiry;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Bounds what a count reads: so many entries, and no longer than a given time. For one thread. */
public final class ReadBudget {
    /** Reading the time for every entry would cost more than the entry. */
    private static final int ENTRIES_PER_LOOK = 256;

    private final LongSupplier nanoTime;
    private final long startNanos;
    private final long nanosMax;
    private long entriesLeft;
    private boolean spent;

    /** @param nanoTime a monotonic clock, such as {@link System#nanoTime} */
    public ReadBudget(long entriesMax, Duration timeMax, LongSupplier nanoTime) {
        this.entriesLeft = entriesMax;
        this.nanosMax = timeMax.toNanos();
        this.nanoTime = nanoTime;
        this.startNanos = nanoTime.getAsLong();
    }

    /** Pays for one entry. Returns false if the budget is spent; then the entry must not be counted. */
    public boolean pay() {
        if (entriesLeft % ENTRIES_PER_LOOK == 0 && isSpent()) {
            return false;
        }
        spent |= entriesLeft == 0;
        entriesLeft -= spent ? 0 : 1;
        return !spent;
    }

    /** Pays for entries that were read within {@link #entriesLeft}. */
    public void pay(long entries) {
        entriesLeft = Math.max(0, entriesLeft - entries);
    }

    /** Returns true if nothing more may be read. */
    public boolean isSpent() {
        spent |= entriesLeft == 0 || nanoTime.getAsLong() - startNanos > nanosMax;
        return spent;
    }

    public long entriesLeft() {
        return spent ? 0 : entriesLeft;
    }
}
