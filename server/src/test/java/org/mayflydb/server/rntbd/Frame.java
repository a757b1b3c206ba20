package org.mayflydb.server.rntbd;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message as a client sees it, for tests: every token with its type and value, in order.
 *
 * @param code status of an answer; resource and operation of a request
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Frame(int code, byte[] activityId, List<Token> tokens, byte @Nullable [] payload) {

    /** A token; the value is a Long, a Double, a String or an array of bytes. */
    record Token(int id, TokenType type, Object value) {}

    static Frame request(int resource, int operation, Token... tokens) {
        return new Frame(resource | operation << 16, new byte[16], List.of(tokens), null);
    }

    /** What a client begins with. */
    static Frame context(long version) {
        return request(
                0,
                0,
                new Token(0, TokenType.ULONG, version),
                new Token(1, TokenType.SMALL_STRING, "2020-07-15"),
                new Token(2, TokenType.SMALL_STRING, "test"));
    }

    /** A read of an item of the container c in the database d. */
    static Frame read(String id, long number) {
        return request(
                3,
                3,
                token(RequestToken.DATABASE_NAME, "d"),
                token(RequestToken.COLLECTION_NAME, "c"),
                token(RequestToken.DOCUMENT_NAME, id),
                token(RequestToken.TRANSPORT_REQUEST_ID, number));
    }

    /** The creation of an item. */
    static Frame create(byte[] json, long number) {
        return request(
                        3,
                        1,
                        token(RequestToken.DATABASE_NAME, "d"),
                        token(RequestToken.COLLECTION_NAME, "c"),
                        token(RequestToken.PAYLOAD_PRESENT, 1L),
                        token(RequestToken.TRANSPORT_REQUEST_ID, number))
                .withPayload(json);
    }

    static Token token(RequestToken token, Object value) {
        return new Token(token.id(), token.type(), value);
    }

    Frame with(Token token) {
        List<Token> more = new ArrayList<>(tokens);
        more.add(token);
        return new Frame(code, activityId, more, payload);
    }

    Frame withPayload(byte[] bytes) {
        return new Frame(code, activityId, tokens, bytes);
    }

    /** The value of a token of an answer; null if it is absent. */
    @Nullable
    Object value(ResponseToken token) {
        return tokens.stream()
                .filter(each -> each.id == token.id())
                .map(Token::value)
                .findFirst()
                .orElse(null);
    }

    String text() {
        return payload == null ? "" : new String(payload, StandardCharsets.UTF_8);
    }

    /** Reads one message, which has a payload if this token says so. */
    static Frame read(ByteBuf in, int payloadToken) {
        long length = in.readUnsignedIntLE();
        int code = in.readIntLE();
        byte[] activityId = new byte[16];
        in.readBytes(activityId);
        ByteBuf head = in.readSlice((int) length - 24);
        List<Token> tokens = new ArrayList<>();
        boolean hasPayload = false;
        while (head.isReadable()) {
            int id = head.readUnsignedShortLE();
            TokenType type = Objects.requireNonNull(TokenType.of(head.readUnsignedByte()), "a type");
            Object value = value(type, head);
            hasPayload |= id == payloadToken && type == TokenType.BYTE && value.equals(1L);
            tokens.add(new Token(id, type, value));
        }
        byte[] payload = null;
        if (hasPayload) {
            payload = new byte[(int) in.readUnsignedIntLE()];
            in.readBytes(payload);
        }
        return new Frame(code, activityId, tokens, payload);
    }

    private static Object value(TokenType type, ByteBuf in) {
        return switch (type.kind()) {
            case INTEGER -> type.readInteger(in);
            case REAL -> type.readReal(in);
            case TEXT -> new String(type.readBytes(in), StandardCharsets.UTF_8);
            case GUID, BYTES -> type.readBytes(in);
        };
    }

    byte[] toBytes() {
        ByteBuf out = Unpooled.buffer();
        out.writeIntLE(0).writeIntLE(code).writeBytes(activityId);
        for (Token token : tokens) {
            out.writeShortLE(token.id).writeByte(token.type.number());
            switch (token.type.kind()) {
                case INTEGER -> token.type.writeInteger(out, (Long) token.value);
                case REAL -> token.type.writeReal(out, (Double) token.value);
                case TEXT -> token.type.writeText(out, (String) token.value);
                case GUID, BYTES -> token.type.writeBytes(out, (byte[]) token.value);
            }
        }
        out.setIntLE(0, out.readableBytes());
        if (payload != null) {
            out.writeIntLE(payload.length).writeBytes(payload);
        }
        return ByteBufUtil.getBytes(out);
    }

    @Override
    public String toString() {
        return code + " " + tokens + " " + Arrays.toString(payload);
    }
}
