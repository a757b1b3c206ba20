package org.mayflydb.json.binary;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.mayflydb.base.BadRequestException;

/** The bytes of a document. Whoever reads any says where the container ends that they must be in. */
final class BinaryInput {
    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);

    final byte[] bytes;

    BinaryInput(byte[] bytes) {
        this.bytes = bytes;
    }

    private static VarHandle view(Class<?> type) {
        return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.LITTLE_ENDIAN);
    }

    int length() {
        return bytes.length;
    }

    /** The offset behind so many bytes, all of which must be there. */
    int skip(int at, long count, int end) {
        if (count < 0 || count > end - at) {
            throw malformed("a value is longer than what it is in", at);
        }
        return at + (int) count;
    }

    int uint8(int at, int end) {
        int unused = skip(at, 1, end);
        return bytes[at] & 0xFF;
    }

    /** A number without sign of 1, 2, 3 or 4 bytes. */
    long unsigned(int at, int size, int end) {
        int unused = skip(at, size, end);
        return switch (size) {
            case 1 -> bytes[at] & 0xFF;
            case 2 -> int16(at) & 0xFFFF;
            case 3 -> (int16(at) & 0xFFFF) | (bytes[at + 2] & 0xFF) << 16;
            default -> int32(at) & 0xFFFF_FFFFL;
        };
    }

    /** The following read bytes that were found to be there. */
    short int16(int at) {
        return (short) SHORT.get(bytes, at);
    }

    int int32(int at) {
        return (int) INT.get(bytes, at);
    }

    long int64(int at) {
        return (long) LONG.get(bytes, at);
    }

    static BadRequestException malformed(String what, int at) {
        return new BadRequestException("The request body is not valid binary JSON: " + what + " (at byte " + at + ")");
    }
}
