package org.mayflydb.base;

/** Cheap truths that are checked always, in production too. A false one is a bug, not an outcome. */
public final class Invariant {
    private Invariant() {}

    public static void check(boolean condition, String text) {
        if (!condition) {
            throw new IllegalStateException("invariant violated: " + text);
        }
    }
}
