package org.mayflydb.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values in order; {@code elements} is unmodifiable. */
public record JsonArray(List<JsonValue> elements) implements JsonValue {

    public JsonArray {
        elements = List.copyOf(elements);
    }

    public static JsonArray of(JsonValue... elements) {
        return new JsonArray(Arrays.asList(elements));
    }

    @Override
    public Kind kind() {
        return Kind.ARRAY;
    }

    @Override
    public List<@Nullable Object> toJava() {
        List<@Nullable Object> plain = new ArrayList<>(elements.size());
        for (JsonValue element : elements) {
            plain.add(element.toJava());
        }
        return Collections.unmodifiableList(plain);
    }

    @Override
    public String toString() {
        return JsonWriter.text(this);
    }
}
