package org.mayflydb.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Steps through compact JSON text that is known to be good. Offsets are of bytes; an end is behind the last one. */
final class CompactText {
    private CompactText() {}

    /** The end of the string whose opening quote is at {@code start}. */
    static int endOfString(byte[] json, int start) {
        int next = SpecialBytes.next(json, start + 1);
        while (json[next] == '\\') {
            next = SpecialBytes.next(json, next + 2);
        }
        return next + 1;
    }

    /** The end of the value that begins at {@code start}. */
    static int endOfValue(byte[] json, int start) {
        return switch (json[start]) {
            case '"' -> endOfString(json, start);
            case '{', '[' -> endOfStructure(json, start);
            default -> endOfWord(json, start);
        };
    }

    private static int endOfStructure(byte[] json, int start) {
        int depth = 0;
        int next = start;
        while (true) {
            switch (json[next]) {
                case '"' -> next = endOfString(json, next);
                case '{', '[' -> {
                    depth++;
                    next++;
                }
                case '}', ']' -> {
                    depth--;
                    next++;
                    if (depth == 0) {
                        return next;
                    }
                }
                default -> next++;
            }
        }
    }

    /** A number, true, false or null ends where a comma or a bracket follows. */
    private static int endOfWord(byte[] json, int start) {
        int next = start + 1;
        while (next < json.length && json[next] != ',' && json[next] != '}' && json[next] != ']') {
            next++;
        }
        return next;
    }

    static boolean hasEscape(byte[] json, int start, int end) {
        for (int i = start; i < end; i++) {
            if (json[i] == '\\') {
                return true;
            }
        }
        return false;
    }

    /** The string between the quotes at {@code start} and {@code end - 1}. */
    static String string(byte[] json, int start, int end) {
        if (hasEscape(json, start, end)) {
            return ((JsonString) JsonReader.read(Arrays.copyOfRange(json, start, end))).value();
        }
        return new String(json, start + 1, end - start - 2, StandardCharsets.UTF_8);
    }

    /** Whole numbers keep their text; others are doubles and get the text of their value, so that 1.0 and 1e0 are 1. */
    private static JsonNumber number(byte[] json, int start, int end) {
        String text = new String(json, start, end - start, StandardCharsets.ISO_8859_1);
        JsonNumber number = JsonNumber.parsed(text);
        if (NumberSyntax.isWhole(text) || !Double.isFinite(number.doubleValue())) {
            return number;
        }
        return JsonNumber.of(number.doubleValue());
    }

    static JsonValue value(byte[] json, int start, int end) {
        return switch (json[start]) {
            case '"' -> new JsonString(string(json, start, end));
            case '{' -> JsonObject.ofText(Arrays.copyOfRange(json, start, end));
            case '[' -> JsonReader.read(Arrays.copyOfRange(json, start, end));
            case 't' -> JsonBoolean.TRUE;
            case 'f' -> JsonBoolean.FALSE;
            case 'n' -> JsonNull.NULL;
            default -> number(json, start, end);
        };
    }
}
