package org.mayflydb.query.function;

import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonValue;

/**
 * A built-in function.
 *
 * @param name as error messages show it, such as {@code ABS}
 * @param argumentsMin the least number of arguments
 * @param argumentsMax the largest; {@link #ANY} if there is no bound
 * @param deterministic whether equal arguments always give equal results, so that a call with constants is a constant
 */
public record BuiltIn(String name, int argumentsMin, int argumentsMax, boolean deterministic, Body body) {
    public static final int ANY = Integer.MAX_VALUE;

    /** What it does. The array has between {@code argumentsMin} and {@code argumentsMax} places; null is undefined. */
    @FunctionalInterface
    public interface Body {
        @Nullable
        JsonValue call(@Nullable JsonValue[] arguments, CallContext context);
    }
}
