package org.mayflydb.server.http;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * The head of an answer while it is put together, in an array that a thread uses again and again: its dozens of short
 * pieces cost less there than as as many writes to a network buffer. ASCII only.
 */
final class HeadText {
    private static final byte[] POINT = {'.'};

    private byte[] bytes = new byte[2048];
    private int length;

    HeadText clear() {
        length = 0;
        return this;
    }

    HeadText append(byte[] ascii) {
        reserve(ascii.length);
        System.arraycopy(ascii, 0, bytes, length, ascii.length);
        length += ascii.length;
        return this;
    }

    /** The low bytes of the characters, which is all there is to ASCII. */
    @SuppressWarnings("deprecation") // it is not for other characters than these
    HeadText append(String ascii) {
        int count = ascii.length();
        reserve(count);
        ascii.getBytes(0, count, bytes, length);
        length += count;
        return this;
    }

    /** Appends a duration as milliseconds with three decimals, without making a string of it. */
    HeadText appendMillis(long nanos) {
        long micros = nanos / 1000;
        return appendDigits(micros / 1000, 1).append(POINT).appendDigits(micros % 1000, 3);
    }

    private HeadText appendDigits(long number, int digitsMin) {
        int digits = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            digits++;
        }
        digits = Math.max(digits, digitsMin);
        reserve(digits);
        long rest = number;
        for (int i = length + digits - 1; i >= length; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
        return this;
    }

    int length() {
        return length;
    }

    void writeTo(ByteBuf target) {
        target.writeBytes(bytes, 0, length);
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }
}
