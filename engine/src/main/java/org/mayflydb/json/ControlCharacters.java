package org.mayflydb.json;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Escapes control characters in compact text, where they can only be in strings. */
final class ControlCharacters {
    private ControlCharacters() {}

    /** Returns the same array if there is nothing to escape. */
    static byte[] escape(byte[] text) {
        int first = 0;
        while (first < text.length && !isControl(text[first])) {
            first++;
        }
        return first == text.length ? text : escape(text, first);
    }

    private static byte[] escape(byte[] text, int first) {
        ByteArrayOutputStream escaped = new ByteArrayOutputStream(text.length + 16);
        escaped.write(text, 0, first);
        boolean afterBackslash = endsInEscape(text, first);
        for (int i = first; i < text.length; i++) {
            byte b = text[i];
            // After a backslash it is an escape that does not exist, and stays one.
            if (isControl(b) && !afterBackslash) {
                escaped.writeBytes(escape(b).getBytes(StandardCharsets.US_ASCII));
            } else {
                escaped.write(b);
            }
            afterBackslash = b == '\\' && !afterBackslash;
        }
        return escaped.toByteArray();
    }

    private static boolean endsInEscape(byte[] text, int end) {
        int start = end;
        while (start > 0 && text[start - 1] == '\\') {
            start--;
        }
        return (end - start) % 2 == 1;
    }

    private static boolean isControl(byte b) {
        return b >= 0 && b < ' ';
    }

    private static String escape(byte control) {
        return switch (control) {
            case '\t' -> "\\t";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            default -> String.format(Locale.ROOT, "\\u%04x", control);
        };
    }
}
