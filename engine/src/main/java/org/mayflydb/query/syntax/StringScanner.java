package org.mayflydb.query.syntax;

import java.nio.charset.StandardCharsets;
import org.mayflydb.query.syntax.Token.Kind;

/**
 * Reads one string: single or double quotes, and the escapes of JSON plus one for the single quote.
 *
 * <p>Line breaks and other control characters may stand in a string as they are. A string that holds half of a
 * surrogate pair is invalid, since no result could carry it.
 */
final class StringScanner {
    private static final String ESCAPED = "'\"\\/bfnrt";
    private static final String MEANT = "'\"\\/\b\f\n\r\t";
    private static final int UNICODE_DIGITS = 4;

    private final String source;
    private final int start;
    private final StringBuilder value = new StringBuilder();
    private boolean sound = true;

    StringScanner(String source, int start) {
        this.source = source;
        this.start = start;
    }

    /** The string that begins at the quote; without a closing quote everything up to the end of the text is invalid. */
    Token token() {
        char quote = source.charAt(start);
        int next = start + 1;
        while (next < source.length() && source.charAt(next) != quote) {
            if (source.charAt(next) == '\\') {
                next = escape(next + 1);
            } else {
                value.append(source.charAt(next++));
            }
        }
        if (next >= source.length()) {
            return new Token(Kind.INVALID, "", start, source.length());
        }
        boolean valid = sound && hasWholePairs();
        return new Token(valid ? Kind.STRING : Kind.INVALID, value.toString(), start, next + 1);
    }

    /** Appends what the escape behind a backslash means and returns where it ends. */
    private int escape(int from) {
        if (from == source.length()) {
            return from;
        }
        if (source.charAt(from) == 'u') {
            return unicode(from + 1);
        }
        int which = ESCAPED.indexOf(source.charAt(from));
        if (which < 0) {
            sound = false;
        } else {
            value.append(MEANT.charAt(which));
        }
        return from + 1;
    }

    private int unicode(int from) {
        int code = 0;
        for (int i = from; i < from + UNICODE_DIGITS; i++) {
            int digit = i < source.length() && source.charAt(i) < 128 ? Character.digit(source.charAt(i), 16) : -1;
            if (digit < 0) {
                sound = false;
                return i;
            }
            code = code * 16 + digit;
        }
        value.append((char) code);
        return from + UNICODE_DIGITS;
    }

    private boolean hasWholePairs() {
        return value.chars().noneMatch(character -> Character.isSurrogate((char) character))
                || StandardCharsets.UTF_8.newEncoder().canEncode(value);
    }
}
