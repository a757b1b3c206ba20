package org.mayflydb.json;

/** Text. */
public record JsonString(String value) implements JsonValue {

    @Override
    public Kind kind() {
        return Kind.STRING;
    }

    @Override
    public String toJava() {
        return value;
    }

    @Override
    public String toString() {
        return JsonWriter.text(this);
    }
}
