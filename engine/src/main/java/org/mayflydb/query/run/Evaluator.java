package org.mayflydb.query.run;

import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonValue;

/** A compiled expression. */
@FunctionalInterface
public interface Evaluator {
    /** The value for the row in the frame; null is undefined. */
    @Nullable
    JsonValue evaluate(Frame frame);

    /** Whether the value is true; everything else, undefined included, is not. */
    default boolean isTrue(Frame frame) {
        return evaluate(frame) instanceof JsonBoolean truth && truth.value();
    }

    /** An expression that is known before any row is. */
    record Constant(@Nullable JsonValue value) implements Evaluator {
        @Override
        public @Nullable JsonValue evaluate(Frame frame) {
            return value;
        }
    }
}
