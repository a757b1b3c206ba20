package org.mayflydb.testing;

/** How much random tests do: all of it, or the percentage that the system property {@code mayfly.repetitions} names. */
public final class Repetitions {
    private static final int PERCENT = Integer.getInteger("mayfly.repetitions", 100);

    private Repetitions() {}

    /** The part of the full number that is to be done, at least 1. */
    public static int of(int full) {
        return (int) Math.max(1, (long) full * PERCENT / 100);
    }
}
