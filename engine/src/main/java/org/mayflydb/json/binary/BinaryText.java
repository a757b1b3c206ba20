package org.mayflydb.json.binary;

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
    private static final int ETAG_CHARACTERS = 40;

    private static final int GUID_CHARACTERS = 36;

    private final BinaryBuffer out;
    private byte[] json = {};
    private int lengthSize;
    private boolean expressible;

    BinaryText(BinaryBuffer out) {
        this.out = out;
    }

    /** Writes a whole text; false if it has no binary form. */
    boolean write(byte[] compactText, int depth) {
        json = compactText;
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
            int name = string(next + 1);
            next = value(name + 1, depth + 1);
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

    private int string(int start) {
        int first = start + 1;
        int end = SpecialBytes.next(json, first);
        if (json[end] == '"') {
            int marker = SystemStrings.marker(json, first, end);
            if (marker >= 0) {
                out.put(marker);
            } else {
                out.putString(json, first, end - first);
            }
            return end + 1;
        }
        return etag(first) ? first + ETAG_CHARACTERS + 1 : escaped(start, end);
    }

    /** Every item has one, and its binary form is short. */
    private boolean etag(int first) {
        int closing = first + ETAG_CHARACTERS - 2;
        boolean isQuoted = closing + 2 < json.length
                && json[first] == '\\'
                && json[first + 1] == '"'
                && json[closing] == '\\'
                && json[closing + 1] == '"'
                && json[closing + 2] == '"';
        if (!isQuoted) {
            return false;
        }
        long high = 0;
        long low = 0;
        int shift = 0;
        for (int i = 0; i < GUID_CHARACTERS; i++) {
            byte c = json[first + 2 + i];
            if (i == 8 || i == 13 || i == 18 || i == 23) {
                if (c != '-') {
                    return false;
                }
                continue;
            }
            int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
            if (digit < 0) {
                return false;
            }
            if (shift < Long.SIZE) {
                low |= (long) digit << shift;
            } else {
                high |= (long) digit << shift;
            }
            shift += 4;
        }
        out.putEtag(low, high);
        return true;
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
        putString(plain, length);
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

    private void putString(byte[] utf8, int length) {
        int marker = SystemStrings.marker(utf8, 0, length);
        if (marker >= 0) {
            out.put(marker);
        } else {
            out.putString(utf8, 0, length);
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
        putString(utf8, length);
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
        int end = start + 1;
        while (end < json.length && json[end] != ',' && json[end] != '}' && json[end] != ']') {
            end++;
        }
        expressible &= BinaryNumbers.write(json, start, end, out);
        return end;
    }
}
