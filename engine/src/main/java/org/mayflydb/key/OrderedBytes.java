package org.mayflydb.key;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.mayflydb.base.CorruptStoreException;

/**
 * Values as bytes whose unsigned order is the order of the values, one after another in a key.
 *
 * <p>Putters write at an offset and give the offset behind what they wrote. Byte strings are escaped, since they have no
 * fixed length: zero becomes {@code 00 FF} and the end is {@code 00 00}, so that a string sorts before all that it
 * begins, whatever follows it in the key.
 */
public final class OrderedBytes {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final byte ESCAPED_ZERO = (byte) 0xff;
    private static final byte END = 0;

    /** How many bytes the end of an encoded byte string takes. */
    public static final int END_BYTES = 2;

    private OrderedBytes() {}

    public static int putUnsignedInt(byte[] target, int offset, int value) {
        INT.set(target, offset, value);
        return offset + Integer.BYTES;
    }

    public static int readUnsignedInt(byte[] source, int offset) {
        return (int) INT.get(source, offset);
    }

    public static int putUnsignedLong(byte[] target, int offset, long value) {
        LONG.set(target, offset, value);
        return offset + Long.BYTES;
    }

    public static long readUnsignedLong(byte[] source, int offset) {
        return (long) LONG.get(source, offset);
    }

    /** The sign bit is flipped, which puts negative numbers first. */
    public static int putSignedLong(byte[] target, int offset, long value) {
        return putUnsignedLong(target, offset, value ^ Long.MIN_VALUE);
    }

    public static long readSignedLong(byte[] source, int offset) {
        return readUnsignedLong(source, offset) ^ Long.MIN_VALUE;
    }

    /** The bytes that {@link #putBytes} will need for this string. */
    public static int encodedLength(byte[] value) {
        int length = value.length + 2;
        for (byte b : value) {
            if (b == 0) {
                length++;
            }
        }
        return length;
    }

    public static int putBytes(byte[] target, int offset, byte[] value) {
        int next = offset;
        for (byte b : value) {
            target[next++] = b;
            if (b == 0) {
                target[next++] = ESCAPED_ZERO;
            }
        }
        target[next++] = 0;
        target[next++] = END;
        return next;
    }

    /** The offset behind the string that begins at {@code offset}. */
    public static int endOfBytes(byte[] source, int offset) {
        int next = offset;
        while (next + 1 < source.length) {
            if (source[next] != 0) {
                next++;
            } else if (source[next + 1] == END) {
                return next + 2;
            } else if (source[next + 1] == ESCAPED_ZERO) {
                next += 2;
            } else {
                throw new CorruptStoreException("a key holds an unknown escape at byte " + next);
            }
        }
        throw new CorruptStoreException("a key ends within the string that begins at byte " + offset);
    }

    public static byte[] readBytes(byte[] source, int offset) {
        int end = endOfBytes(source, offset) - 2;
        int escapes = 0;
        for (int i = offset; i < end; i++) {
            if (source[i] == 0) {
                escapes++;
                i++;
            }
        }
        byte[] value = new byte[end - offset - escapes];
        int next = offset;
        for (int i = 0; i < value.length; i++) {
            value[i] = source[next];
            next += source[next] == 0 ? 2 : 1;
        }
        return value;
    }
}
