package org.mayflydb.patch;

import org.mayflydb.query.function.Meter;
import org.mayflydb.query.run.StepLimit;

/**
 * How much work the conditions of one request's patches may be together. The writes behind them in their partition wait
 * while they are evaluated, so a hundred of them may take no longer than one.
 */
public final class PatchAllowance {
    /** A tenth of a second or so; looking for a word in the largest item takes a sixteenth of it. */
    private static final long STEPS_MAX = 1L << 22;

    private final Meter compiling = new StepLimit(STEPS_MAX);
    private final Meter evaluating = new StepLimit(STEPS_MAX);

    /** What reading conditions is charged to, which happens before the write's turn. */
    Meter compiling() {
        return compiling;
    }

    /** What evaluating conditions in the write's turn is charged to. One that has to be repeated is charged again. */
    Meter evaluating() {
        return evaluating;
    }
}
