package org.mayflydb.database;

/** Runs work that is done in short steps, one at a time, some while after it was asked for. */
@FunctionalInterface
public interface StepTimer {
    /** Never runs anything: what it would drive is driven by hand, or not at all. */
    StepTimer NEVER = (delayMillis, step) -> {};

    /** Runs the step once, {@code delayMillis} from now, and returns at once. */
    void runAfter(long delayMillis, Runnable step);
}
