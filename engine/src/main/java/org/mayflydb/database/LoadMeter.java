package org.mayflydb.database;

/** Tells how much of the machine is left over. */
public interface LoadMeter {
    /** A monotonic time. */
    long nanoTime();

    /** How many processors were idle since this was asked for the last time; NaN if that is not known. */
    double idleProcessors();
}
