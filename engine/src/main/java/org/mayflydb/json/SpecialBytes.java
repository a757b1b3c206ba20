package org.mayflydb.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Looks through text eight bytes at a time.
 *
 * <p>A byte of {@code word ^ pattern} is zero where the word has the byte that the pattern repeats. Subtracting one from each
 * byte then sets the highest bit of a zero byte, and leaves the others of ASCII text without it. Where it is set anyway, bytes
 * that had it before are masked out. A borrow may also mark bytes above the first zero, never one below it, so the lowest mark
 * is right, and the bytes are read lowest first.
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
            long marks = marks((long) LONG.get(text, i));
            if (marks != 0) {
                return i + first(marks);
            }
        }
        while (i < text.length && text[i] != '"' && text[i] != '\\') {
            i++;
        }
        return i;
    }

    /** Eight bytes of text, the first of them lowest. */
    public static long word(byte[] text, int start) {
        return (long) LONG.get(text, start);
    }

    /** Zero if a word has neither a quotation mark nor a backslash; otherwise for {@link #first}. */
    public static long marks(long word) {
        long quotationMarks = word ^ QUOTATION_MARKS;
        long backslashes = word ^ BACKSLASHES;
        long likely = ((quotationMarks - ONES) | (backslashes - ONES)) & HIGH_BITS;
        return likely == 0 ? 0 : zeroBytes(quotationMarks) | zeroBytes(backslashes);
    }

    /** Which byte of the word is the first that is marked. */
    public static int first(long marks) {
        return Long.numberOfTrailingZeros(marks) / Byte.SIZE;
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
