package org.mayflydb.json.binary;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.SpecialBytes;

/**
 * Bytes of a document being written. How long it will be is not known, so each thread keeps the space of its last one for the
 * next: making room for a page takes longer than copying it.
 */
final class BinaryBuffer {
    private static final ThreadLocal<byte @Nullable []> SPARE = new ThreadLocal<>();

    private static final int SPARE_BYTES_MAX = 1 << 20;
    private static final int SPACE_BYTES_MIN = 4096;

    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);

    private static final int BYTE_MAX = 0xFF;

    /** Together with its closing quotation mark, the longest string whose length is part of its marker has so many words. */
    private static final int SHORT_STRING_WORDS = (Marker.STRING_BYTES_MAX + 1) / Long.BYTES;

    private byte[] bytes;
    private int length;

    BinaryBuffer() {
        byte[] spare = SPARE.get();
        SPARE.remove();
        bytes = spare == null ? new byte[SPACE_BYTES_MIN] : spare;
    }

    private static VarHandle view(Class<?> type) {
        return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.LITTLE_ENDIAN);
    }

    /** The document; nothing else can be written. */
    byte[] finish() {
        byte[] document = Arrays.copyOf(bytes, length);
        release();
        return document;
    }

    /** The same if nobody wants the document. */
    void release() {
        if (bytes.length <= SPARE_BYTES_MAX) {
            SPARE.set(bytes);
        }
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

    /** How many bytes there are so far, which is where the next one will be. */
    int length() {
        return length;
    }

    /** Up to four bytes, the first of them lowest. */
    void putCode(int code, int count) {
        ensure(Integer.BYTES);
        INT.set(bytes, length, code);
        length += count;
    }

    /**
     * A GUID, whose first digit is in the lowest bits of {@code low}.
     *
     * @param marker of the kind of GUID
     */
    void putGuid(int marker, long low, long high) {
        ensure(1 + 2 * Long.BYTES);
        bytes[length] = (byte) marker;
        LONG.set(bytes, length + 1, low);
        LONG.set(bytes, length + 1 + Long.BYTES, high);
        length += 1 + 2 * Long.BYTES;
    }

    /**
     * Copies a string that ends soon and has no escapes while it looks for the end.
     *
     * @return the offset of the closing quotation mark; if the string is not such a one and nothing was written, the complement
     *     of an offset before which there is neither the end nor an escape
     */
    int putShortString(byte[] text, int first) {
        ensure(1 + SHORT_STRING_WORDS * Long.BYTES);
        int target = length + 1;
        int last = Math.min(first + (SHORT_STRING_WORDS - 1) * Long.BYTES, text.length - Long.BYTES);
        int next = first;
        while (next <= last) {
            long word = SpecialBytes.word(text, next);
            LONG.set(bytes, target, word);
            long marks = SpecialBytes.marks(word);
            if (marks != 0) {
                int end = next + SpecialBytes.first(marks);
                if (text[end] != '"') {
                    return ~end;
                }
                bytes[length] = (byte) (Marker.STRING + end - first);
                length += 1 + end - first;
                return end;
            }
            next += Long.BYTES;
            target += Long.BYTES;
        }
        return ~next;
    }

    /** Digits of lower-case hexadecimal numbers, two in a byte; false if others are among them. */
    boolean putHex(byte[] text, int start, int count) {
        ensure(2 + (count + 1) / 2 + Long.BYTES);
        int target = length + 2;
        int next = start;
        for (int end = start + count; next < end; next += Long.BYTES) {
            long digits = next + Long.BYTES <= end
                    ? SpecialBytes.word(text, next)
                    : HexDigits.filledUp(SpecialBytes.word(text, end - Long.BYTES), end - next);
            if (!HexDigits.are(digits)) {
                return false;
            }
            INT.set(bytes, target, HexDigits.pack(digits));
            target += Integer.BYTES;
        }
        bytes[length] = (byte) Marker.HEX_LOWER;
        bytes[length + 1] = (byte) count;
        length += 2 + (count + 1) / 2;
        return true;
    }

    /** Takes back what was put behind so many bytes. */
    void shorten(int newLength) {
        length = newLength;
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
            default -> {
                bytes[start] = (byte) (marker + 2);
                INT.set(bytes, start + 1, payload);
            }
        }
    }

    /**
     * Ends one whose length may take four bytes and then often takes one. What it holds is moved, so nothing may refer to
     * anything in it.
     */
    void endShort(int start, int marker) {
        int payload = length - start - 1 - Integer.BYTES;
        if (payload > BYTE_MAX) {
            end(start, Integer.BYTES, marker);
            return;
        }
        System.arraycopy(bytes, start + 1 + Integer.BYTES, bytes, start + 2, payload);
        length = start + 2 + payload;
        end(start, 1, marker);
    }
}
