package org.mayflydb.json.binary;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bytes of a document being written. */
final class BinaryBuffer {
    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);

    private static final int BYTE_MAX = 0xFF;

    private byte[] bytes;
    private int length;

    BinaryBuffer(int bytesExpected) {
        bytes = new byte[bytesExpected];
    }

    private static VarHandle view(Class<?> type) {
        return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.LITTLE_ENDIAN);
    }

    byte[] finish() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    private void ensure(int added) {
        if (added > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(length, added)));
        }
    }

    void put(int b) {
        ensure(1);
        bytes[length++] = (byte) b;
    }

    void put(byte[] source, int start, int count) {
        ensure(count);
        System.arraycopy(source, start, bytes, length, count);
        length += count;
    }

    void putDouble(double value) {
        ensure(1 + Long.BYTES);
        bytes[length] = (byte) Marker.DOUBLE;
        LONG.set(bytes, length + 1, Double.doubleToRawLongBits(value));
        length += 1 + Long.BYTES;
    }

    /** A whole number in as few bytes as it takes. */
    void putLong(long value) {
        ensure(1 + Long.BYTES);
        if (value >= 0 && value <= BYTE_MAX) {
            if (value > Marker.LITERAL_NUMBER_MAX) {
                bytes[length++] = (byte) Marker.UINT8;
            }
            bytes[length++] = (byte) value;
        } else if (value == (short) value) {
            bytes[length] = (byte) Marker.INT16;
            SHORT.set(bytes, length + 1, (short) value);
            length += 1 + Short.BYTES;
        } else if (value == (int) value) {
            bytes[length] = (byte) Marker.INT32;
            INT.set(bytes, length + 1, (int) value);
            length += 1 + Integer.BYTES;
        } else {
            bytes[length] = (byte) Marker.INT64;
            LONG.set(bytes, length + 1, value);
            length += 1 + Long.BYTES;
        }
    }

    /** A GUID in quotation marks, whose first digit is in the lowest bits of {@code low}. */
    void putEtag(long low, long high) {
        ensure(1 + 2 * Long.BYTES);
        bytes[length] = (byte) Marker.GUID_QUOTED;
        LONG.set(bytes, length + 1, low);
        LONG.set(bytes, length + 1 + Long.BYTES, high);
        length += 1 + 2 * Long.BYTES;
    }

    /** A string of so many bytes of UTF-8. */
    void putString(byte[] utf8, int start, int count) {
        putStringLength(count);
        put(utf8, start, count);
    }

    private void putStringLength(int count) {
        ensure(1 + Integer.BYTES);
        if (count <= Marker.STRING_BYTES_MAX) {
            bytes[length++] = (byte) (Marker.STRING + count);
        } else if (count <= BYTE_MAX) {
            bytes[length++] = (byte) Marker.STRING_1;
            bytes[length++] = (byte) count;
        } else if (count <= 0xFFFF) {
            bytes[length] = (byte) Marker.STRING_2;
            SHORT.set(bytes, length + 1, (short) count);
            length += 1 + Short.BYTES;
        } else {
            bytes[length] = (byte) Marker.STRING_4;
            INT.set(bytes, length + 1, count);
            length += 1 + Integer.BYTES;
        }
    }

    /**
     * Begins an array or object, whose length is not known before its end.
     *
     * @param lengthSize how many bytes the length may take: 1, 2 or 4
     * @return what {@link #end} wants to know
     */
    int begin(int lengthSize) {
        ensure(1 + Integer.BYTES);
        int start = length;
        length += 1 + lengthSize;
        return start;
    }

    /**
     * Ends it.
     *
     * @param marker of the kind of container with a length of one byte; those for two and four follow it
     */
    void end(int start, int lengthSize, int marker) {
        int payload = length - start - 1 - lengthSize;
        switch (lengthSize) {
            case 1 -> {
                bytes[start] = (byte) marker;
                bytes[start + 1] = (byte) payload;
            }
            case 2 -> {
                bytes[start] = (byte) (marker + 1);
                SHORT.set(bytes, start + 1, (short) payload);
            }
            default -> endLarge(start, payload, marker);
        }
    }

    /** What was taken for large and is not gets a short length. */
    private void endLarge(int start, int payload, int marker) {
        if (payload > BYTE_MAX) {
            bytes[start] = (byte) (marker + 2);
            INT.set(bytes, start + 1, payload);
            return;
        }
        System.arraycopy(bytes, start + 1 + Integer.BYTES, bytes, start + 2, payload);
        bytes[start] = (byte) marker;
        bytes[start + 1] = (byte) payload;
        length = start + 2 + payload;
    }
}
