package org.mayflydb.json;

/** True or false. */
public record JsonBoolean(boolean value) implements JsonValue {

    public static final JsonBoolean TRUE = new JsonBoolean(true);
    public static final JsonBoolean FALSE = new JsonBoolean(false);

    public static JsonBoolean of(boolean value) {
        return value ? TRUE : FALSE;
    }

    @Override
    public Kind kind() {
        return Kind.BOOLEAN;
    }

    @Override
    public Boolean toJava() {
        return value;
    }

    @Override
    public String toString() {
        return JsonWriter.text(this);
    }
}
