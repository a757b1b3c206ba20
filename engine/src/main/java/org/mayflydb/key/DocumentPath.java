package org.mayflydb.key;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/**
 * The place of a value inside an item, as member names from the outside in. The text is {@code /a/b}; a name with
 * unusual characters is quoted as a JSON string: {@code /"a b"/c}. Arrays are not entered.
 */
public record DocumentPath(List<String> segments) {

    public DocumentPath {
        segments = List.copyOf(segments);
        if (segments.isEmpty()) {
            throw new IllegalArgumentException("a path has at least one segment");
        }
    }

    /** Reads the text of a path; text that is none is a bad request. */
    public static DocumentPath parse(String text) {
        List<String> names = new ArrayList<>();
        for (String segment : PathText.split(text)) {
            names.add(PathText.name(segment, text));
        }
        return new DocumentPath(names);
    }

    /** The value at this path, or null if a member on the way is missing or is no object. */
    public @Nullable JsonValue find(JsonObject item) {
        JsonValue value = item;
        for (String segment : segments) {
            if (!(value instanceof JsonObject object)) {
                return null;
            }
            value = object.get(segment);
        }
        return value;
    }

    /** The canonical text: names are quoted only where they need it. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (String segment : segments) {
            text.append('/').append(PathText.segment(segment));
        }
        return text.toString();
    }
}
