package org.mayflydb.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the value at one path in the text of an item without building the item. Like {@link PathReader} it needs compact JSON
 * known to be good; unlike it, it stops at the value and makes no object unless the caller asks for one.
 */
public final class TextPath {
    private final String[] names;
    private final byte[][] utf8;

    public TextPath(List<String> names) {
        this.names = names.toArray(String[]::new);
        this.utf8 = names.stream()
                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    /** Where the value begins in the item that begins at {@code start}; -1 if there is none. */
    public int find(byte[] json, int start) {
        int value = start;
        for (int i = 0; i < names.length; i++) {
            value = json[value] == '{' ? member(json, value, i) : -1;
            if (value < 0) {
                return -1;
            }
        }
        return value;
    }

    /** The value that begins at {@code start}. */
    public static JsonValue value(byte[] json, int start) {
        return CompactText.value(json, start, CompactText.endOfValue(json, start));
    }

    /** The string whose opening quote is at {@code start}, if it is written with escapes; null if it is not. */
    public static @Nullable String escapedString(byte[] json, int start) {
        int end = CompactText.endOfString(json, start);
        return CompactText.hasEscape(json, start, end) ? CompactText.string(json, start, end) : null;
    }

    private int member(byte[] json, int object, int index) {
        int next = object + 1;
        while (json[next] != '}') {
            int nameEnd = CompactText.endOfString(json, next);
            if (isName(json, next, nameEnd, index)) {
                return nameEnd + 1;
            }
            next = CompactText.endOfValue(json, nameEnd + 1);
            if (json[next] == ',') {
                next++;
            }
        }
        return -1;
    }

    private boolean isName(byte[] json, int start, int end, int index) {
        byte[] wanted = utf8[index];
        return Arrays.equals(wanted, 0, wanted.length, json, start + 1, end - 1)
                || (CompactText.hasEscape(json, start, end)
                        && CompactText.string(json, start, end).equals(names[index]));
    }
}
