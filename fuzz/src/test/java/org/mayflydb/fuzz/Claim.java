package org.mayflydb.fuzz;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What must hold. JUnit's assertions are not used: building their descriptions would take most of the time. */
public final class Claim {
    private Claim() {}

    public static void holds(boolean condition, String claim) {
        if (!condition) {
            throw new AssertionError("does not hold: " + claim);
        }
    }

    static void holds(boolean condition, String claim, Throwable cause) {
        if (!condition) {
            throw new AssertionError("does not hold: " + claim, cause);
        }
    }

    public static void same(@Nullable Object one, @Nullable Object other, String claim) {
        if (!Objects.equals(one, other)) {
            throw new AssertionError("not the same, " + claim + ": " + one + " and " + other);
        }
    }

    /** The value, which must be there. */
    public static <T> T present(@Nullable T value, String claim) {
        if (value == null) {
            throw new AssertionError("missing: " + claim);
        }
        return value;
    }
}
