package org.mayflydb.server.hybridrow;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.mayflydb.json.JsonText;

/** Reads what rows are made of; whatever is not there is a bad request. */
final class RowReader {
    private final ByteBuffer in;

    RowReader(ByteBuffer in) {
        this.in = in.slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    boolean isAtEnd() {
        return !in.hasRemaining();
    }

    byte next() {
        try {
            return in.get();
        } catch (BufferUnderflowException end) {
            throw RowFormat.malformed("it ends too early");
        }
    }

    int int32() {
        try {
            return in.getInt();
        } catch (BufferUnderflowException end) {
            throw RowFormat.malformed("it ends too early");
        }
    }

    /** The version that begins every row, and then the number of its schema. */
    int header() {
        if (next() != RowFormat.VERSION) {
            throw RowFormat.malformed("a row has an unknown version");
        }
        return int32();
    }

    /** A number of seven bits a byte, the lowest first, that is no more than an int. */
    int unsigned() {
        long value = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += 7) {
            byte part = next();
            value |= (long) (part & 0x7F) << shift;
            if (part >= 0 && value <= Integer.MAX_VALUE) {
                return (int) value;
            }
        }
        throw RowFormat.malformed("a length is out of bounds");
    }

    /** The next bytes, as a reader of their own that shares them. */
    ByteBuffer slice(int length) {
        if (length < 0 || length > in.remaining()) {
            throw RowFormat.malformed("a length is out of bounds");
        }
        ByteBuffer slice = in.slice(in.position(), length);
        in.position(in.position() + length);
        return slice;
    }

    byte[] bytes(int length) {
        ByteBuffer slice = slice(length);
        byte[] bytes = new byte[length];
        slice.get(bytes);
        return bytes;
    }

    byte[] variable() {
        return bytes(unsigned());
    }

    String text() {
        byte[] utf8 = variable();
        JsonText.checkUtf8(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
