package org.mayflydb.index;

import org.mayflydb.base.CorruptStoreException;

/**
 * Text as bytes that compare as its UTF-16 units do, which is how strings compare in queries.
 *
 * <p>Each unit becomes one to three bytes in the way of UTF-8, halves of surrogate pairs too. Zero is left for the end:
 * the units 0 and 1 become {@code 01 01} and {@code 01 02}. So no byte of a text is zero, and an end of one byte is enough
 * to keep one text from being the beginning of another.
 */
final class StringCode {
    static final byte END = 0;

    /** How many bytes a unit takes at most. */
    static final int UNIT_BYTES_MAX = 3;

    private static final byte ESCAPE = 1;

    private StringCode() {}

    /** Writes the units without an end and answers the offset behind them. */
    static int put(byte[] target, int offset, char[] units, int from, int count) {
        int next = offset;
        for (int i = from; i < from + count; i++) {
            char unit = units[i];
            if (unit > ESCAPE && unit < 0x80) {
                target[next++] = (byte) unit;
            } else if (unit <= ESCAPE) {
                target[next++] = ESCAPE;
                target[next++] = (byte) (unit + 1);
            } else if (unit < 0x800) {
                target[next++] = (byte) (0xc0 | (unit >>> 6));
                target[next++] = (byte) (0x80 | (unit & 0x3f));
            } else {
                target[next++] = (byte) (0xe0 | (unit >>> 12));
                target[next++] = (byte) (0x80 | ((unit >>> 6) & 0x3f));
                target[next++] = (byte) (0x80 | (unit & 0x3f));
            }
        }
        return next;
    }

    /** The text of the bytes from {@code offset} to {@code end}. */
    static String read(byte[] source, int offset, int end) {
        StringBuilder text = new StringBuilder(end - offset);
        try {
            int next = offset;
            while (next < end) {
                int first = source[next++] & 0xff;
                if (first == ESCAPE) {
                    text.append((char) (source[next++] - 1));
                } else if (first < 0x80) {
                    text.append((char) first);
                } else if (first < 0xe0) {
                    text.append((char) (((first & 0x1f) << 6) | (source[next++] & 0x3f)));
                } else {
                    text.append(
                            (char) (((first & 0x0f) << 12) | ((source[next++] & 0x3f) << 6) | (source[next++] & 0x3f)));
                }
            }
        } catch (ArrayIndexOutOfBoundsException cutShort) {
            throw new CorruptStoreException("An index entry ends within a character", cutShort);
        }
        return text.toString();
    }
}
