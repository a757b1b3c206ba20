package org.mayflydb.query.run;

import java.util.function.LongSupplier;
import org.mayflydb.query.syntax.SqlErrors;

/**
 * What one execution may spend. When its time for a page is over, a query that can go on later stops after the item at
 * hand; one that cannot may use the whole time, and then fails. The same for memory.
 */
public final class Budget {
    private static final int STEPS_BETWEEN_LOOKS = 256;

    private final LongSupplier nanoTime;
    private final QueryLimits limits;
    private final long start;
    private int steps;
    private long heldBytes;
    private long producedBytes;

    public Budget(LongSupplier nanoTime, QueryLimits limits) {
        this.nanoTime = nanoTime;
        this.limits = limits;
        this.start = nanoTime.getAsLong();
    }

    /** Counts a row, an element or an entry looked at. */
    public void step() {
        steps(1);
    }

    /** Counts several at once. */
    public void steps(int count) {
        steps += count;
        if (steps < STEPS_BETWEEN_LOOKS) {
            return;
        }
        steps = 0;
        if (elapsedNanos() > limits.queryNanosMax()) {
            throw SqlErrors.run("The query exceeded the maximum time that one request may take.");
        }
    }

    /** Whether it is time to answer with what there is, if the query can go on later. */
    public boolean isPageOver() {
        return elapsedNanos() > limits.pageNanosMax();
    }

    /** Counts what is kept until the query ends: groups, distinct values, rows to be sorted. */
    public void hold(long bytes) {
        heldBytes += bytes;
        if (heldBytes > limits.memoryBytesMax()) {
            throw SqlErrors.run("The query exceeded the maximum memory that one request may take.");
        }
    }

    /** Counts back what is not kept after all. */
    public void release(long bytes) {
        heldBytes -= bytes;
    }

    /** Counts values that are made on the way for one item, so that no expression multiplies data without end. */
    public void produce(long bytes) {
        producedBytes += bytes;
        if (producedBytes > limits.memoryBytesMax()) {
            throw SqlErrors.run("The query exceeded the maximum size of the values that an expression may produce.");
        }
    }

    /** What was produced for the last item is garbage by now. */
    public void nextItem() {
        producedBytes = 0;
    }

    public long elapsedNanos() {
        return nanoTime.getAsLong() - start;
    }
}
