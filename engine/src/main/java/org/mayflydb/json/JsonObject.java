package org.mayflydb.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;

/** Named members in the order they were written. Two objects are equal if their members are, in whatever order. */
public final class JsonObject implements JsonValue {

    private static final JsonObject EMPTY = new JsonObject(new LinkedHashMap<>());

    /** The compact text this was made from; null if it was put together from members. */
    private final byte @Nullable [] text;

    /** Read from the text when somebody looks inside; whichever thread does it finds the same. */
    private @Nullable Map<String, JsonValue> members;

    /** Takes over the map, which keeps its order and which nobody else changes afterwards. */
    JsonObject(Map<String, JsonValue> members) {
        this.members = Collections.unmodifiableMap(members);
        this.text = null;
    }

    private JsonObject(byte[] text) {
        this.text = text;
    }

    /**
     * The object that this text spells, which must be compact and known to be good, such as a stored item. It is parsed
     * only if somebody looks inside, and written as it is. The array is kept.
     */
    public static JsonObject ofText(byte[] compactText) {
        return new JsonObject(compactText);
    }

    /** The object without members. */
    public static JsonObject empty() {
        return EMPTY;
    }

    /** Starts an object that is built member by member. */
    public static Builder builder() {
        return new Builder();
    }

    /** The member of that name, or null if there is none; a member that holds JSON's null gives {@link JsonNull}. */
    public @Nullable JsonValue get(String name) {
        return members().get(name);
    }

    /** True if there is a member of that name. */
    public boolean has(String name) {
        return members().containsKey(name);
    }

    /** All members, unmodifiable, in order. */
    public Map<String, JsonValue> members() {
        Map<String, JsonValue> known = members;
        if (known == null) {
            known = ((JsonObject) JsonReader.read(Invariant.present(text, "an object has members or a text")))
                    .members();
            members = known;
        }
        return known;
    }

    /** How long the text is that this was made from; null if it was put together from members. */
    public @Nullable Integer textLength() {
        return text == null ? null : (Integer) text.length;
    }

    /** The compact text this was made from, or null if it was put together from members; not to be changed. */
    public byte @Nullable [] knownText() {
        return text;
    }

    /** This object with the member replaced where it stands, or appended if it was not there. */
    public JsonObject with(String name, JsonValue value) {
        LinkedHashMap<String, JsonValue> changed = new LinkedHashMap<>(members());
        changed.put(name, value);
        return new JsonObject(changed);
    }

    /** This object without that member; itself if there is none. */
    public JsonObject without(String name) {
        if (!members().containsKey(name)) {
            return this;
        }
        LinkedHashMap<String, JsonValue> changed = new LinkedHashMap<>(members());
        changed.remove(name);
        return new JsonObject(changed);
    }

    @Override
    public Kind kind() {
        return Kind.OBJECT;
    }

    @Override
    public Map<String, @Nullable Object> toJava() {
        LinkedHashMap<String, @Nullable Object> plain = new LinkedHashMap<>();
        members().forEach((name, value) -> plain.put(name, value.toJava()));
        return Collections.unmodifiableMap(plain);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JsonObject object && members().equals(object.members());
    }

    @Override
    public int hashCode() {
        return members().hashCode();
    }

    @Override
    public String toString() {
        return JsonWriter.text(this);
    }

    /** Collects members in order; a name put twice keeps its first place and its last value. */
    public static final class Builder {
        private LinkedHashMap<String, JsonValue> members = new LinkedHashMap<>();

        private Builder() {}

        public Builder put(String name, JsonValue value) {
            members.put(name, value);
            return this;
        }

        public Builder put(String name, String value) {
            return put(name, new JsonString(value));
        }

        public Builder put(String name, long value) {
            return put(name, JsonNumber.of(value));
        }

        public Builder put(String name, boolean value) {
            return put(name, JsonBoolean.of(value));
        }

        /** The object so far; using the builder further does not change it. */
        public JsonObject build() {
            JsonObject built = new JsonObject(members);
            members = new LinkedHashMap<>(members);
            return built;
        }
    }
}
