package org.mayflydb.json;

import org.jspecify.annotations.Nullable;

/**
 * The order of all values: undefined, null, false, true, numbers, strings, arrays, objects. Strings compare by UTF-16
 * units. All arrays are equal to each other here, and so are all objects: nothing promises an order among them.
 */
public final class JsonOrder {
    private JsonOrder() {}

    /** The place of the value's kind; 0 is undefined, which Java's null stands for. */
    public static int rank(@Nullable JsonValue value) {
        if (value == null) {
            return 0;
        }
        return switch (value.kind()) {
            case NULL -> 1;
            case BOOLEAN -> 2;
            case NUMBER -> 3;
            case STRING -> 4;
            case ARRAY -> 5;
            case OBJECT -> 6;
        };
    }

    public static int compare(@Nullable JsonValue one, @Nullable JsonValue other) {
        int byKind = Integer.compare(rank(one), rank(other));
        return byKind != 0 || one == null || other == null ? byKind : compareSameKind(one, other);
    }

    private static int compareSameKind(JsonValue one, JsonValue other) {
        if (one instanceof JsonNumber number && other instanceof JsonNumber second) {
            return Double.compare(number.doubleValue() + 0.0, second.doubleValue() + 0.0);
        }
        if (one instanceof JsonString string && other instanceof JsonString second) {
            return string.value().compareTo(second.value());
        }
        if (one instanceof JsonBoolean truth && other instanceof JsonBoolean second) {
            return Boolean.compare(truth.value(), second.value());
        }
        return 0;
    }
}
