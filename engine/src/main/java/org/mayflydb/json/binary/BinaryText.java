package org.mayflydb.json.binary;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.SpecialBytes;

/**
 * Writes compact text that is known to be good, such as the store holds, without building values from it. Methods that write
 * what begins at an offset return the offset behind it.
 */
final class BinaryText {
    /** Clients read no more. */
    private static final int NESTING_DEPTH_MAX = 256;

    /** No value takes more bytes than three times its text with the comma behind it; the worst is -0. */
    private static final int GROWTH_MAX = 3;

    /** Of an ETag: a GUID inside of escaped quotation marks. */
    private static final int ETAG_CHARACTERS = GuidText.CHARACTERS + 4;

    /** Shorter ones take as long to pack as the bytes that it saves take to encrypt and send. */
    private static final int HEX_DIGITS_MIN = 32;

    private static final int HEX_DIGITS_MAX = 0xFF;

    /** A whole number of up to this many digits fits a long whatever they are. */
    private static final int LONG_DIGITS_MAX = 18;

    /** A number of so many characters with a point among them has no digits that are not exact as a double. */
    private static final int EXACT_CHARACTERS_MAX = 16;

    /** Powers of ten that are exact as doubles, as many as such a number needs. */
    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    private final BinaryBuffer out;
    private byte[] json = {};
    private @Nullable SharedNames names;
    private int lengthSize;
    private boolean expressible;

    BinaryText(BinaryBuffer out) {
        this.out = out;
    }

    /**
     * Writes a whole text; false if it has no binary form. What is written is not moved.
     *
     * @param shared to write the names of members with; null to write each as it is
     */
    boolean write(byte[] compactText, int depth, @Nullable SharedNames shared) {
        json = compactText;
        names = shared;
        expressible = true;
        long bytesMax = (long) GROWTH_MAX * compactText.length;
        lengthSize = bytesMax <= 0xFF ? 1 : bytesMax <= 0xFFFF ? 2 : 4;
        int unused = value(0, depth);
        return expressible;
    }

    private int value(int start, int depth) {
        return switch (json[start]) {
            case '"' -> string(start);
            case '{' -> object(start, depth);
            case '[' -> array(start, depth);
            case 't' -> word(Marker.TRUE, start + 4);
            case 'f' -> word(Marker.FALSE, start + 5);
            case 'n' -> word(Marker.NULL, start + 4);
            default -> number(start);
        };
    }

    private int word(int marker, int end) {
        out.put(marker);
        return end;
    }

    private int object(int start, int depth) {
        if (json[start + 1] == '}') {
            return word(Marker.OBJECT_EMPTY, start + 2);
        }
        if (isTooDeep(depth)) {
            return json.length;
        }
        int begin = out.begin(lengthSize);
        int next = start;
        do {
            // Behind the brace or the comma, and then behind the colon.
            int colon = name(next + 1);
            next = value(colon + 1, depth + 1);
        } while (next < json.length && json[next] == ',');
        out.end(begin, lengthSize, Marker.OBJECT_1);
        return next + 1;
    }

    private int array(int start, int depth) {
        if (json[start + 1] == ']') {
            return word(Marker.ARRAY_EMPTY, start + 2);
        }
        if (isTooDeep(depth)) {
            return json.length;
        }
        int begin = out.begin(lengthSize);
        int next = start;
        do {
            next = value(next + 1, depth + 1);
        } while (next < json.length && json[next] == ',');
        out.end(begin, lengthSize, Marker.ARRAY_1);
        return next + 1;
    }

    private boolean isTooDeep(int depth) {
        expressible &= depth < NESTING_DEPTH_MAX;
        return depth >= NESTING_DEPTH_MAX;
    }

    private int name(int start) {
        int first = start + 1;
        int end = names == null ? -1 : names.put(json, first, out);
        if (end < 0) {
            end = SpecialBytes.next(json, first);
            if (json[end] != '"') {
                return escaped(start, end);
            }
            putString(json, first, end - first);
        }
        return end + 1;
    }

    private int string(int start) {
        int first = start + 1;
        int before = out.length();
        int end = out.putShortString(json, first);
        if (end < 0) {
            return longString(start, ~end);
        }
        if (mayBeShorter(first, end)) {
            out.shorten(before);
            putShortened(first, end);
        }
        return end + 1;
    }

    /** One that nothing special was found in before an offset. */
    private int longString(int start, int from) {
        int first = start + 1;
        if (json[first] == '\\' && etag(first)) {
            return first + ETAG_CHARACTERS + 1;
        }
        int end = SpecialBytes.next(json, from);
        if (json[end] != '"') {
            return escaped(start, end);
        }
        if (mayBeShorter(first, end)) {
            putShortened(first, end);
        } else {
            out.putString(json, first, end - first);
        }
        return end + 1;
    }

    private boolean mayBeShorter(int first, int end) {
        int length = end - first;
        return length < HEX_DIGITS_MIN
                ? SystemStrings.marker(json, first, end) >= 0
                : length <= HEX_DIGITS_MAX && HexDigits.are(SpecialBytes.word(json, first));
    }

    private void putShortened(int first, int end) {
        int length = end - first;
        boolean isHex = length >= HEX_DIGITS_MIN
                && ((length == GuidText.CHARACTERS && GuidText.write(json, first, Marker.GUID_LOWER, out))
                        || out.putHex(json, first, length));
        if (!isHex) {
            putString(json, first, length);
        }
    }

    /** Every item has one, and its binary form is short. */
    private boolean etag(int first) {
        int closing = first + ETAG_CHARACTERS - 2;
        return closing + 2 < json.length
                && json[first + 1] == '"'
                && json[closing] == '\\'
                && json[closing + 1] == '"'
                && json[closing + 2] == '"'
                && GuidText.write(json, first + 2, Marker.GUID_QUOTED, out);
    }

    /** A string with escapes, of which the first is at {@code escape}. */
    private int escaped(int start, int escape) {
        int end = SpecialBytes.next(json, escape + 2);
        while (json[end] == '\\') {
            end = SpecialBytes.next(json, end + 2);
        }
        byte[] plain = new byte[end - start];
        int length = escape - start - 1;
        System.arraycopy(json, start + 1, plain, 0, length);
        int next = escape;
        while (next < end) {
            if (json[next] != '\\') {
                plain[length++] = json[next++];
            } else if (json[next + 1] == 'u') {
                int unit = unit(next + 2);
                next += 6;
                int character = unit;
                if (Character.isHighSurrogate((char) unit) && json[next] == '\\' && json[next + 1] == 'u') {
                    int second = unit(next + 2);
                    if (Character.isLowSurrogate((char) second)) {
                        character = Character.toCodePoint((char) unit, (char) second);
                        next += 6;
                    }
                }
                length = put(character, plain, length);
            } else {
                plain[length++] = simple(json[next + 1]);
                next += 2;
            }
        }
        putString(plain, 0, length);
        return end + 1;
    }

    private static byte simple(byte escape) {
        return switch (escape) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'f' -> '\f';
            default -> escape;
        };
    }

    private int unit(int start) {
        int unit = 0;
        for (int i = start; i < start + 4; i++) {
            unit = unit << 4 | Character.digit(json[i], 16);
        }
        return unit;
    }

    private void putString(byte[] utf8, int start, int length) {
        int marker = SystemStrings.marker(utf8, start, start + length);
        if (marker >= 0) {
            out.put(marker);
        } else {
            out.putString(utf8, start, length);
        }
    }

    /** Writes a string; false if half of a surrogate pair is in it, which UTF-8 has no bytes for. */
    boolean string(String text) {
        expressible = true;
        byte[] utf8 = new byte[3 * text.length()];
        int length = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                utf8[length++] = (byte) c;
            } else {
                int character = text.codePointAt(i);
                length = put(character, utf8, length);
                i += Character.charCount(character) - 1;
            }
        }
        putString(utf8, 0, length);
        return expressible;
    }

    private int put(int character, byte[] target, int length) {
        int next = length;
        if (character < 0x80) {
            target[next++] = (byte) character;
        } else if (character < 0x800) {
            target[next++] = (byte) (0xC0 | character >> 6);
            target[next++] = following(character);
        } else if (character < 0x10000) {
            expressible &= character < Character.MIN_SURROGATE || character > Character.MAX_SURROGATE;
            target[next++] = (byte) (0xE0 | character >> 12);
            target[next++] = following(character >> 6);
            target[next++] = following(character);
        } else {
            target[next++] = (byte) (0xF0 | character >> 18);
            target[next++] = following(character >> 12);
            target[next++] = following(character >> 6);
            target[next++] = following(character);
        }
        return next;
    }

    private static byte following(int bits) {
        return (byte) (0x80 | (bits & 0x3F));
    }

    private int number(int start) {
        boolean negative = json[start] == '-';
        int first = negative ? start + 1 : start;
        long digits = 0;
        int next = first;
        while (isDigit(next)) {
            digits = digits * 10 + json[next] - '0';
            next++;
        }
        if (next - first > LONG_DIGITS_MAX) {
            return otherNumber(start, next);
        }
        if (!isEndOfNumber(next)) {
            return json[next] == '.' ? decimals(start, next, digits) : otherNumber(start, next);
        }
        if (negative && digits == 0) {
            out.putDouble(-0.0);
        } else {
            out.putLong(negative ? -digits : digits);
        }
        return next;
    }

    /**
     * A number with a fraction. If it has few digits, these and the power of ten are both exact as doubles, so that their
     * quotient is the nearest double.
     */
    private int decimals(int start, int point, long whole) {
        long digits = whole;
        int next = point + 1;
        while (isDigit(next)) {
            digits = digits * 10 + json[next] - '0';
            next++;
        }
        if (next - start > EXACT_CHARACTERS_MAX || !isEndOfNumber(next)) {
            return otherNumber(start, next);
        }
        double value = digits / POWERS[next - point - 1];
        out.putDouble(json[start] == '-' ? -value : value);
        return next;
    }

    private boolean isDigit(int at) {
        return at < json.length && json[at] >= '0' && json[at] <= '9';
    }

    private boolean isEndOfNumber(int next) {
        return next >= json.length || json[next] == ',' || json[next] == '}' || json[next] == ']';
    }

    /** One that needs more care: it has an exponent or many digits. */
    private int otherNumber(int start, int from) {
        int end = from;
        while (!isEndOfNumber(end)) {
            end++;
        }
        String text = new String(json, start, end - start, StandardCharsets.ISO_8859_1);
        try {
            out.putLong(Long.parseLong(text));
        } catch (NumberFormatException noLong) {
            double value = Double.parseDouble(text);
            out.putDouble(value);
            expressible &= Double.isFinite(value);
        }
        return end;
    }
}
