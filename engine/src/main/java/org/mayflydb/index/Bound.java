package org.mayflydb.index;

import org.mayflydb.json.JsonValue;

/** One end of a range of values: a string, number, boolean or null, which itself is in the range or is not. */
public record Bound(JsonValue value, boolean inclusive) {
    public Bound {
        if (value.kind() == JsonValue.Kind.ARRAY || value.kind() == JsonValue.Kind.OBJECT) {
            throw new IllegalArgumentException("arrays and objects have no order to be bounded by");
        }
    }

    public static Bound including(JsonValue value) {
        return new Bound(value, true);
    }

    public static Bound excluding(JsonValue value) {
        return new Bound(value, false);
    }
}
