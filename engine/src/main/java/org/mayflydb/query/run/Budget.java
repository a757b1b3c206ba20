package org.mayflydb.query.run;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.function.Meter;
import org.mayflydb.query.syntax.SqlErrors;

/**
 * What one execution may spend, from the reading of the text to the last row. When its time for a page is over, a query that
 * can continue later stops after the current item; one that cannot may use the whole time, and then fails. The same for memory.
 *
 * <p>Work is counted in steps, and the clock is looked at after so many of them: whatever data or text can make long is
 * charged here in proportion, in portions that take no longer than a few milliseconds.
 */
public final class Budget implements Meter {
    private static final int STEPS_BETWEEN_LOOKS = 256;

    private final LongSupplier nanoTime;
    private final QueryLimits limits;
    private final Meter account;
    private final long start;
    private long pageStart;
    private long stepsSinceLook;
    private long stepsUntilLook;
    private long heldBytes;
    private long producedBytes;

    public Budget(LongSupplier nanoTime, QueryLimits limits) {
        this(nanoTime, limits, steps -> {});
    }

    /**
     * A budget that is a part of a larger one.
     *
     * @param account what is told of the steps at each look at the clock, and may refuse them
     */
    public Budget(LongSupplier nanoTime, QueryLimits limits, Meter account) {
        this.nanoTime = nanoTime;
        this.limits = limits;
        this.account = account;
        this.start = nanoTime.getAsLong();
        this.pageStart = start;
    }

    /** Counts a row, an element or an entry looked at. */
    public void step() {
        spend(1);
    }

    @Override
    public void spend(long steps) {
        stepsSinceLook += steps;
        if (stepsSinceLook >= STEPS_BETWEEN_LOOKS) {
            look();
        }
    }

    private void look() {
        long steps = stepsSinceLook;
        stepsUntilLook += steps;
        stepsSinceLook = 0;
        account.spend(steps);
        if (elapsedNanos() > limits.queryNanosMax()) {
            throw SqlErrors.run("The query exceeded the maximum time that one request may take.");
        }
    }

    /** How many steps were counted so far. */
    public long steps() {
        return stepsUntilLook + stepsSinceLook;
    }

    /** Whether it is time to return the rows so far, if the query can continue later. */
    public boolean isPageOver() {
        return nanoTime.getAsLong() - pageStart > limits.pageNanosMax();
    }

    /** The time of the page begins now: what came before, such as compiling, takes nothing from it. */
    public void beginPage() {
        pageStart = nanoTime.getAsLong();
    }

    /** Counts what is kept until the query ends: groups, distinct values, rows to be sorted. */
    public void hold(long bytes) {
        heldBytes += bytes;
        if (heldBytes > limits.memoryBytesMax()) {
            throw SqlErrors.run("The query exceeded the maximum memory that one request may take.");
        }
    }

    /** Counts a value that is kept, with all that is in it. */
    public void hold(@Nullable JsonValue value) {
        hold(ValueSize.deep(value, limits.memoryBytesMax()));
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
