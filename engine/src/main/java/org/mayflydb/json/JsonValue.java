package org.mayflydb.json;

import org.jspecify.annotations.Nullable;

/** One JSON value, immutable. */
public sealed interface JsonValue permits JsonObject, JsonArray, JsonString, JsonNumber, JsonBoolean, JsonNull {

    /** The six kinds of value, for switches. */
    enum Kind {
        OBJECT,
        ARRAY,
        STRING,
        NUMBER,
        BOOLEAN,
        NULL
    }

    /** Which of the six this is. */
    Kind kind();

    /**
     * Plain Java: an unmodifiable ordered Map, an unmodifiable List, String, Boolean, null, and for numbers Long where
     * the text is a whole number that fits, else Double.
     */
    @Nullable
    Object toJava();

    /** Reads one value that fills the whole text; anything else is a bad request. */
    static JsonValue parse(byte[] utf8) {
        return JsonReader.read(utf8);
    }

    /** Reads one value that fills the whole text; anything else is a bad request. */
    static JsonValue parse(String text) {
        return JsonReader.read(Utf8Text.encode(text));
    }

    /**
     * The value for plain Java objects: Map (with String keys), List, String, the usual Numbers, Boolean,
     * null, and values of this type themselves.
     *
     * @throws IllegalArgumentException for any other class
     */
    static JsonValue of(@Nullable Object plain) {
        return PlainValues.toJson(plain);
    }

    /** Compact JSON in UTF-8. */
    default byte[] toBytes() {
        return JsonWriter.write(this);
    }

    /** Compact JSON. */
    @Override
    String toString();
}
