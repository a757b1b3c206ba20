package org.mayflydb.index;

import java.util.Arrays;
import org.mayflydb.key.Hash64;
import org.mayflydb.key.OrderedBytes;

/**
 * Writes the bytes of one value after another into the same buffer: a {@link ValueType}, then
 *
 * <ul>
 *   <li>for a number, its double in eight bytes, the sign turned so that bytes compare as numbers do;
 *   <li>for a string, its {@link StringCode} and its end; or the first {@link #STRING_BYTES_MAX} bytes of a longer one, a
 *       mark that no shorter string has there, and a hash of the whole.
 * </ul>
 */
final class ValueEncoder {
    static final int STRING_BYTES_MAX = 128;

    /** Stands where a string that is exactly as long has its end, and sorts behind it. */
    static final byte CUT = (byte) 0xff;

    static final int NUMBER_BYTES = 1 + Double.BYTES;

    /** A cut string: type, beginning, mark, hash. */
    static final int CUT_BYTES = 1 + STRING_BYTES_MAX + 1 + Long.BYTES;

    private byte[] buffer = new byte[CUT_BYTES];
    private int length;

    void constant(ValueType type) {
        buffer[0] = type.code();
        length = 1;
    }

    void number(double value) {
        buffer[0] = ValueType.NUMBER.code();
        // Zero is added because it makes negative zero zero, which it is equal to.
        long bits = Double.doubleToRawLongBits(value + 0.0);
        length = OrderedBytes.putUnsignedLong(buffer, 1, bits < 0 ? ~bits : bits ^ Long.MIN_VALUE);
    }

    static double readNumber(byte[] source, int offset) {
        long ordered = OrderedBytes.readUnsignedLong(source, offset);
        return Double.longBitsToDouble(ordered < 0 ? ordered ^ Long.MIN_VALUE : ~ordered);
    }

    /** A string as it stands in entries. */
    void string(char[] units, int from, int count) {
        putUnits(units, from, count);
        if (length - 1 <= STRING_BYTES_MAX) {
            buffer[length++] = StringCode.END;
        } else {
            long hash = Hash64.of(buffer, length);
            buffer[1 + STRING_BYTES_MAX] = CUT;
            length = OrderedBytes.putUnsignedLong(buffer, 1 + STRING_BYTES_MAX + 1, hash);
        }
    }

    /** A string with all of its bytes, however many. */
    void wholeString(char[] units) {
        putUnits(units, 0, units.length);
        buffer[length++] = StringCode.END;
    }

    /** What the bytes of all strings begin with that begin with this one, as far as entries hold it. */
    void stringBeginning(char[] units) {
        putUnits(units, 0, units.length);
        if (length - 1 > STRING_BYTES_MAX) {
            buffer[1 + STRING_BYTES_MAX] = CUT;
            length = 1 + STRING_BYTES_MAX + 1;
        }
    }

    private void putUnits(char[] units, int from, int count) {
        int needed = 1 + StringCode.UNIT_BYTES_MAX * count + 1;
        if (buffer.length < needed) {
            buffer = new byte[needed];
        }
        buffer[0] = ValueType.STRING.code();
        length = StringCode.put(buffer, 1, units, from, count);
    }

    int length() {
        return length;
    }

    void copyTo(byte[] target, int offset) {
        System.arraycopy(buffer, 0, target, offset, length);
    }

    byte[] toBytes() {
        return Arrays.copyOf(buffer, length);
    }
}
