package org.mayflydb.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Looks through text eight bytes at a time.
 *
 * <p>A byte of {@code word ^ pattern} is zero where the word has the byte that the pattern repeats. Subtracting one from each
 * byte then sets the highest bit of a zero byte; bytes that had it before are masked out. A borrow may also mark bytes above
 * the first zero, never one below it, so the lowest mark is right, and the bytes are read lowest first.
 */
public final class SpecialBytes {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
    private static final long QUOTATION_MARKS = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';

    private SpecialBytes() {}

    /** The offset of the first quotation mark or backslash from {@code start} on, or the length of the text. */
    public static int next(byte[] text, int start) {
        int i = start;
        for (; i <= text.length - Long.BYTES; i += Long.BYTES) {
            long word = (long) LONG.get(text, i);
            long marks = zeroBytes(word ^ QUOTATION_MARKS) | zeroBytes(word ^ BACKSLASHES);
            if (marks != 0) {
                return i + Long.numberOfTrailingZeros(marks) / Byte.SIZE;
            }
        }
        while (i < text.length && text[i] != '"' && text[i] != '\\') {
            i++;
        }
        return i;
    }

    /** Whether no byte has its highest bit set. */
    static boolean areAscii(byte[] text) {
        long seen = 0;
        int i = 0;
        for (; i <= text.length - Long.BYTES; i += Long.BYTES) {
            seen |= (long) LONG.get(text, i);
        }
        for (; i < text.length; i++) {
            seen |= text[i] & 0xff;
        }
        return (seen & HIGH_BITS) == 0;
    }

    private static long zeroBytes(long word) {
        return (word - ONES) & ~word & HIGH_BITS;
    }
}
