package org.mayflydb.server.rntbd;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.CorruptedFrameException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of a head, taken apart so far that each can be found; a value is read when it is asked for, by the type it has
 * on the wire. Of a token that is repeated the last one counts. Used by one thread at a time.
 */
final class HeadTokens {
    /** Above all numbers of tokens that have a meaning here; tokens with others are passed over. */
    private static final int IDS = 0x0100;

    private static final int TOKEN_BYTES = 3;

    private final ByteBuf bytes;

    /** By number, where the type of a token is, plus one; 0 if the token is absent. */
    private final int[] places;

    private HeadTokens(ByteBuf bytes, int[] places) {
        this.bytes = bytes;
        this.places = places;
    }

    /**
     * Takes a copy of all readable bytes apart.
     *
     * @throws CorruptedFrameException if they are no tokens
     */
    static HeadTokens read(ByteBuf in) {
        byte[] copy = new byte[in.readableBytes()];
        in.readBytes(copy);
        ByteBuf bytes = Unpooled.wrappedBuffer(copy);
        int[] places = new int[IDS];
        while (bytes.isReadable()) {
            if (bytes.readableBytes() < TOKEN_BYTES) {
                throw new CorruptedFrameException("A head ends within a token.");
            }
            int id = bytes.readUnsignedShortLE();
            int place = bytes.readerIndex();
            TokenType type = TokenType.of(bytes.readUnsignedByte());
            if (type == null) {
                throw new CorruptedFrameException("A token is of a type that does not exist.");
            }
            long size = type.size(bytes);
            if (size > bytes.readableBytes()) {
                throw new CorruptedFrameException("A token does not end within its head.");
            }
            bytes.skipBytes((int) size);
            if (id < IDS) {
                places[id] = place + 1;
            }
        }
        return new HeadTokens(bytes, places);
    }

    boolean has(int id) {
        return places[id] != 0;
    }

    /** Goes to the value of a token that there is, and says what type it has. */
    private TokenType seek(int id) {
        bytes.readerIndex(places[id] - 1);
        TokenType type = TokenType.of(bytes.readUnsignedByte());
        if (type == null) {
            throw new IllegalStateException("the type was checked when the head was read");
        }
        return type;
    }

    /** A whole number; the default if the token is absent or something else. */
    long integer(int id, long otherwise) {
        if (!has(id)) {
            return otherwise;
        }
        TokenType type = seek(id);
        return type.kind() == TokenType.Kind.INTEGER ? type.readInteger(bytes) : otherwise;
    }

    /** Bytes as they are; null if the token is absent or has none. */
    byte @Nullable [] bytes(int id) {
        if (!has(id)) {
            return null;
        }
        TokenType type = seek(id);
        return type.kind() == TokenType.Kind.BYTES ? type.readBytes(bytes) : null;
    }

    /** The value as the text of a header, null if the token is absent. Bytes count as text, as clients use them. */
    @Nullable
    String text(int id, NumberForm form) {
        if (!has(id)) {
            return null;
        }
        TokenType type = seek(id);
        return switch (type.kind()) {
            case INTEGER -> form.text(type.readInteger(bytes));
            case REAL -> Double.toString(type.readReal(bytes));
            case GUID -> Guid.text(type.readBytes(bytes));
            case TEXT, BYTES -> new String(type.readBytes(bytes), StandardCharsets.UTF_8);
        };
    }
}
