package org.mayflydb.json;

import org.jspecify.annotations.Nullable;

/** JSON's null, which is a value; the absence of a member is Java's null. */
public enum JsonNull implements JsonValue {
    NULL;

    @Override
    public Kind kind() {
        return Kind.NULL;
    }

    @Override
    public @Nullable Object toJava() {
        return null;
    }

    @Override
    public String toString() {
        return JsonWriter.text(this);
    }
}
