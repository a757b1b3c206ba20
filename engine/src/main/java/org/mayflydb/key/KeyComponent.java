package org.mayflydb.key;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** One value of a partition key. Numbers are doubles, as in the service: 5 and 5.0 are the same. */
public sealed interface KeyComponent {

    /** A string. */
    record Text(String value) implements KeyComponent {}

    /** A finite number; zero and negative zero differ, because their hashes do. */
    record Numeric(double value) implements KeyComponent {
        public Numeric {
            if (!Double.isFinite(value)) {
                throw new BadRequestException("A number in a partition key must be within the range of a double.");
            }
        }
    }

    /** The values that have no content; {@code UNDEFINED} stands for a property that the item lacks. */
    enum Fixed implements KeyComponent {
        UNDEFINED,
        NULL,
        FALSE,
        TRUE
    }

    static KeyComponent of(String value) {
        return new Text(value);
    }

    static KeyComponent of(double value) {
        return new Numeric(value);
    }

    static KeyComponent of(boolean value) {
        return value ? Fixed.TRUE : Fixed.FALSE;
    }

    /** The component for what an item holds at a path; absence, objects and arrays count as undefined. */
    static KeyComponent of(@Nullable JsonValue value) {
        if (value instanceof JsonString string) {
            return new Text(string.value());
        } else if (value instanceof JsonNumber number) {
            return new Numeric(number.doubleValue());
        } else if (value instanceof JsonBoolean truth) {
            return of(truth.value());
        }
        return value instanceof JsonNull ? Fixed.NULL : Fixed.UNDEFINED;
    }

    /** What an item holds at the path; null if it holds nothing. */
    default @Nullable JsonValue toJson() {
        if (this instanceof Text text) {
            return new JsonString(text.value());
        } else if (this instanceof Numeric number) {
            return JsonNumber.of(number.value());
        } else if (this == Fixed.UNDEFINED) {
            return null;
        }
        return this == Fixed.NULL ? JsonNull.NULL : JsonBoolean.of(this == Fixed.TRUE);
    }
}
