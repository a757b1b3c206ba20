package org.mayflydb.server.rntbd;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** How the value of a token is written, all numbers little-endian, with the number of the type on the wire. */
enum TokenType {
    BYTE(0x00, 1, Kind.INTEGER),
    USHORT(0x01, 2, Kind.INTEGER),
    ULONG(0x02, 4, Kind.INTEGER),
    LONG(0x03, 4, Kind.INTEGER),
    ULONG_LONG(0x04, 8, Kind.INTEGER),
    LONG_LONG(0x05, 8, Kind.INTEGER),
    GUID(0x06, 16, Kind.GUID),
    SMALL_STRING(0x07, 1, Kind.TEXT),
    STRING(0x08, 2, Kind.TEXT),
    ULONG_STRING(0x09, 4, Kind.TEXT),
    SMALL_BYTES(0x0A, 1, Kind.BYTES),
    BYTES(0x0B, 2, Kind.BYTES),
    ULONG_BYTES(0x0C, 4, Kind.BYTES),
    FLOAT(0x0D, 4, Kind.REAL),
    DOUBLE(0x0E, 8, Kind.REAL);

    /** In the order of their numbers, which leave no gap. */
    private static final TokenType[] BY_NUMBER = values();

    private final int number;
    private final int width;
    private final Kind kind;

    /** What the value is. */
    enum Kind {
        INTEGER,
        REAL,
        GUID,
        TEXT,
        BYTES
    }

    /** @param width of the value in bytes, or of its length if that differs from value to value */
    TokenType(int number, int width, Kind kind) {
        this.number = number;
        this.width = width;
        this.kind = kind;
    }

    /** The type of this number, null if there is none. */
    static @Nullable TokenType of(int number) {
        return number < BY_NUMBER.length ? BY_NUMBER[number] : null;
    }

    int number() {
        return number;
    }

    Kind kind() {
        return kind;
    }

    private boolean isMeasured() {
        return kind == Kind.TEXT || kind == Kind.BYTES;
    }

    /**
     * How many bytes a value takes that begins at the reader's place, its length included.
     *
     * @return more than there are if it ends beyond them
     */
    long size(ByteBuf in) {
        if (!isMeasured()) {
            return width;
        }
        return in.readableBytes() < width ? width : width + length(in, in.readerIndex());
    }

    private long length(ByteBuf in, int index) {
        return switch (width) {
            case 1 -> in.getUnsignedByte(index);
            case 2 -> in.getUnsignedShortLE(index);
            default -> in.getUnsignedIntLE(index);
        };
    }

    /** Reads a whole number; the unsigned 64 bits of {@link #ULONG_LONG} come as signed ones. */
    long readInteger(ByteBuf in) {
        return switch (this) {
            case BYTE -> in.readUnsignedByte();
            case USHORT -> in.readUnsignedShortLE();
            case ULONG -> in.readUnsignedIntLE();
            case LONG -> in.readIntLE();
            default -> in.readLongLE();
        };
    }

    double readReal(ByteBuf in) {
        return this == FLOAT ? in.readFloatLE() : in.readDoubleLE();
    }

    /** Reads the bytes of a text, of bytes or of a GUID. */
    byte[] readBytes(ByteBuf in) {
        int count = width;
        if (isMeasured()) {
            count = (int) length(in, in.readerIndex());
            in.skipBytes(width);
        }
        byte[] bytes = new byte[count];
        in.readBytes(bytes);
        return bytes;
    }

    /** @throws IllegalArgumentException if the number is not of this type */
    void writeInteger(ByteBuf out, long value) {
        require(kind == Kind.INTEGER && fits(value), value);
        switch (width) {
            case 1 -> out.writeByte((int) value);
            case 2 -> out.writeShortLE((int) value);
            case 4 -> out.writeIntLE((int) value);
            default -> out.writeLongLE(value);
        }
    }

    private boolean fits(long value) {
        return switch (this) {
            case BYTE -> value >= 0 && value <= 0xFF;
            case USHORT -> value >= 0 && value <= 0xFFFF;
            case ULONG -> value >= 0 && value <= 0xFFFF_FFFFL;
            case LONG -> value == (int) value;
            default -> true;
        };
    }

    /** @throws IllegalArgumentException if this is not a type of such numbers */
    void writeReal(ByteBuf out, double value) {
        require(kind == Kind.REAL, value);
        if (this == FLOAT) {
            out.writeFloatLE((float) value);
        } else {
            out.writeDoubleLE(value);
        }
    }

    /** @throws IllegalArgumentException if this is no type of texts, or the text is too long for it */
    void writeText(ByteBuf out, String text) {
        int bytes = ByteBufUtil.utf8Bytes(text);
        require(kind == Kind.TEXT && bytes <= lengthMax(), text.length());
        writeLength(out, bytes);
        out.writeCharSequence(text, StandardCharsets.UTF_8);
    }

    /** @throws IllegalArgumentException if this is no type of bytes, or there are too many */
    void writeBytes(ByteBuf out, byte[] bytes) {
        require(
                (kind == Kind.BYTES && bytes.length <= lengthMax()) || (kind == Kind.GUID && bytes.length == width),
                bytes.length);
        if (kind == Kind.BYTES) {
            writeLength(out, bytes.length);
        }
        out.writeBytes(bytes);
    }

    private void writeLength(ByteBuf out, int length) {
        switch (width) {
            case 1 -> out.writeByte(length);
            case 2 -> out.writeShortLE(length);
            default -> out.writeIntLE(length);
        }
    }

    private long lengthMax() {
        return (1L << (8 * width)) - 1;
    }

    private void require(boolean condition, Object value) {
        if (!condition) {
            throw new IllegalArgumentException(value + " cannot be written as " + this);
        }
    }
}
