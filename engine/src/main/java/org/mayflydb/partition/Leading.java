package org.mayflydb.partition;

/**
 * Marks the threads that lead a partition at the moment, completions included: the writes of others wait for them. Code that
 * takes a lock under which somebody may wait for a write checks that it runs on no such thread.
 */
public final class Leading {
    private static final ThreadLocal<Integer> DEPTH = ThreadLocal.withInitial(() -> 0);

    private Leading() {}

    /** Returns true if this thread leads a partition. */
    public static boolean isCurrentThread() {
        return DEPTH.get() > 0;
    }

    /** A leader may write to another partition, so turns nest. */
    static void begin() {
        DEPTH.set(DEPTH.get() + 1);
    }

    static void end() {
        DEPTH.set(DEPTH.get() - 1);
    }
}
