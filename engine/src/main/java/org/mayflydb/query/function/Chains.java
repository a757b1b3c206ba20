package org.mayflydb.query.function;

import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonValue;

/**
 * Tests of one subject, the first argument, against each of the others, joined as AND and OR join them: one undefined
 * test leaves the whole undefined, unless another test decides it.
 */
final class Chains {
    private Chains() {}

    /** One test; null if it is undefined. */
    @FunctionalInterface
    interface Test {
        @Nullable
        Boolean of(@Nullable JsonValue argument);
    }

    /** One of the two ways to join tests. */
    @FunctionalInterface
    interface Joined {
        @Nullable
        JsonValue of(@Nullable JsonValue[] arguments, Test test);
    }

    /** True as soon as one test is. */
    static @Nullable JsonValue any(@Nullable JsonValue[] arguments, Test test) {
        return decidedBy(true, arguments, test);
    }

    /** False as soon as one test is. */
    static @Nullable JsonValue all(@Nullable JsonValue[] arguments, Test test) {
        return decidedBy(false, arguments, test);
    }

    private static @Nullable JsonValue decidedBy(boolean decisive, @Nullable JsonValue[] arguments, Test test) {
        boolean undefined = false;
        for (int place = 1; place < arguments.length; place++) {
            Boolean outcome = test.of(arguments[place]);
            if (outcome == null) {
                undefined = true;
            } else if (outcome == decisive) {
                return JsonBoolean.of(decisive);
            }
        }
        return undefined ? null : JsonBoolean.of(!decisive);
    }
}
