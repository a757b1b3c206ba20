package org.mayflydb.json.binary;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.mayflydb.json.SpecialBytes;

/** The text of a GUID in lower case: 32 digits in five groups. */
final class GuidText {
    static final int CHARACTERS = 36;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private GuidText() {}

    /** Writes the GUID that begins at an offset; false if there is none. All of its characters must be there. */
    static boolean write(byte[] text, int start, int marker, BinaryBuffer out) {
        if (text[start + 8] != '-' || text[start + 13] != '-' || text[start + 18] != '-' || text[start + 23] != '-') {
            return false;
        }
        long first = SpecialBytes.word(text, start);
        long second = word(text, start + 9, start + 14);
        long third = word(text, start + 19, start + 24);
        long fourth = SpecialBytes.word(text, start + 28);
        if (!HexDigits.are(first) || !HexDigits.are(second) || !HexDigits.are(third) || !HexDigits.are(fourth)) {
            return false;
        }
        out.putGuid(marker, joined(first, second), joined(third, fourth));
        return true;
    }

    private static long word(byte[] text, int low, int high) {
        return ((int) INT.get(text, low) & 0xFFFF_FFFFL) | (long) (int) INT.get(text, high) << Integer.SIZE;
    }

    private static long joined(long low, long high) {
        return (HexDigits.pack(low) & 0xFFFF_FFFFL) | (long) HexDigits.pack(high) << Integer.SIZE;
    }
}
