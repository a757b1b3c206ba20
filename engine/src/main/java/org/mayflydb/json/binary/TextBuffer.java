package org.mayflydb.json.binary;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonText;

/** Text that grows up to a limit. What does not fit is left out, and then there is no text in the end. */
final class TextBuffer {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final int bytesMax;
    private byte[] bytes;
    private int length;
    private boolean overflown;

    /** All bytes of strings, to know whether any is not ASCII. */
    private int seen;

    TextBuffer(int bytesExpected, int bytesMax) {
        this.bytesMax = bytesMax;
        this.bytes = new byte[Math.min(bytesExpected, bytesMax)];
    }

    /** The text, or null if it is too long. Text that is no UTF-8 is a bad request. */
    byte @Nullable [] finish() {
        if (overflown) {
            return null;
        }
        byte[] text = length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
        if (seen < 0) {
            JsonText.checkUtf8(text);
        }
        return text;
    }

    void put(char ascii) {
        if (hasRoom(1)) {
            bytes[length++] = (byte) ascii;
        }
    }

    void put(String ascii) {
        int added = ascii.length();
        if (hasRoom(added)) {
            for (int i = 0; i < added; i++) {
                bytes[length++] = (byte) ascii.charAt(i);
            }
        }
    }

    void put(byte[] source, int start, int end) {
        int added = end - start;
        if (hasRoom(added)) {
            System.arraycopy(source, start, bytes, length, added);
            length += added;
        }
    }

    void put(long number) {
        if (number >= 0 && number < 10) {
            put((char) ('0' + number));
        } else {
            put(Long.toString(number));
        }
    }

    /** Part of a string, with escapes where JSON demands them. */
    void putEscaped(byte[] source, int start, int end) {
        if (overflown) {
            // Many references may stand for one long string, which is not to be looked through for nothing.
            return;
        }
        int plain = start;
        int bits = 0;
        for (int i = start; i < end; i++) {
            byte b = source[i];
            bits |= b;
            if ((b < ' ' && b >= 0) || b == '"' || b == '\\') {
                put(source, plain, i);
                escape(b);
                plain = i + 1;
                if (overflown) {
                    break;
                }
            }
        }
        seen |= bits;
        put(source, plain, end);
    }

    private void escape(byte b) {
        put('\\');
        switch (b) {
            case '"', '\\' -> put((char) b);
            case '\n' -> put('n');
            case '\r' -> put('r');
            case '\t' -> put('t');
            case '\b' -> put('b');
            case '\f' -> put('f');
            default -> {
                put("u00");
                put((char) HEX[b >> 4]);
                put((char) HEX[b & 0xF]);
            }
        }
    }

    private boolean hasRoom(int added) {
        if (added > bytesMax - length || overflown) {
            overflown = true;
            return false;
        }
        if (added > bytes.length - length) {
            long doubled = Math.min(bytesMax, 2L * bytes.length);
            bytes = Arrays.copyOf(bytes, (int) Math.max(doubled, length + added));
        }
        return true;
    }
}
