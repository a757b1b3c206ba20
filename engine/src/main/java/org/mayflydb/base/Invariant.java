package org.mayflydb.base;

import org.jspecify.annotations.Nullable;

/** Cheap truths that are checked always, in production too. A false one is a bug, not an outcome. */
public final class Invariant {
    private Invariant() {}

    public static void check(boolean condition, String text) {
        if (!condition) {
            throw violated(text);
        }
    }

    /** The value, which must be there. */
    public static <T> T present(@Nullable T value, String text) {
        if (value == null) {
            throw violated(text);
        }
        return value;
    }

    private static IllegalStateException violated(String text) {
        return new IllegalStateException("invariant violated: " + text);
    }
}
