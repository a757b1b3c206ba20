package org.mayflydb.query.function;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Reads an argument as the type a function wants; null if it is undefined or of another type. */
final class Arguments {
    private Arguments() {}

    static @Nullable String text(@Nullable JsonValue value) {
        return value instanceof JsonString string ? string.value() : null;
    }

    static @Nullable Double number(@Nullable JsonValue value) {
        return value instanceof JsonNumber number ? (Double) number.doubleValue() : null;
    }

    /** A whole number of 64 bits; null for fractions too. */
    static @Nullable Long whole(@Nullable JsonValue value) {
        return value instanceof JsonNumber number ? number.exactLong() : null;
    }

    static @Nullable Boolean truth(@Nullable JsonValue value) {
        return value instanceof JsonBoolean truth ? (Boolean) truth.value() : null;
    }

    static @Nullable List<JsonValue> elements(@Nullable JsonValue value) {
        return value instanceof JsonArray array ? array.elements() : null;
    }

    /** The flag at that place, false if the call has no such place. */
    static @Nullable Boolean flag(@Nullable JsonValue[] arguments, int place) {
        return place < arguments.length ? truth(arguments[place]) : Boolean.FALSE;
    }

    /** The whole number at that place, or the default if the call has no such place. */
    static @Nullable Long wholeOr(@Nullable JsonValue[] arguments, int place, long absent) {
        return place < arguments.length ? whole(arguments[place]) : (Long) absent;
    }

    /** The text at that place, or the default if the call has no such place. */
    static @Nullable String textOr(@Nullable JsonValue[] arguments, int place, String absent) {
        return place < arguments.length ? text(arguments[place]) : absent;
    }
}
