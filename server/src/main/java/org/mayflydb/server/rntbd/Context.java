package org.mayflydb.server.rntbd;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * How a connection begins: the client says which version of the protocol it speaks, and the server who it is. Nothing is
 * proved here; every request carries its own proof.
 */
final class Context {
    private static final int PROTOCOL_VERSION = 0;
    private static final int CLIENT_VERSION = 1;
    private static final int SERVER_AGENT = 2;
    private static final int SERVER_VERSION = 3;
    private static final int IDLE_TIMEOUT_SECONDS = 4;
    private static final int UNAUTHENTICATED_TIMEOUT_SECONDS = 5;

    private static final int CLIENT_VERSION_CHARS_MAX = 64;
    private static final long SPOKEN_VERSION = 1;
    private static final String REFUSAL =
            "{\"code\":\"BadRequest\",\"message\":\"The server speaks version 1 of the protocol.\"}";

    private Context() {}

    /** Which version of the service's API the client speaks; null if it cannot be served. */
    static @Nullable String clientVersion(RequestFrame context) {
        if (context.tokens().integer(PROTOCOL_VERSION, 0) != SPOKEN_VERSION) {
            return null;
        }
        String version = context.tokens().text(CLIENT_VERSION, NumberForm.PLAIN);
        return version == null || version.length() > CLIENT_VERSION_CHARS_MAX ? "" : version;
    }

    /** @param clientVersion null to refuse the client, after which the connection is closed */
    static ByteBuf answer(ByteBufAllocator allocator, RequestFrame context, @Nullable String clientVersion) {
        ByteBuf out = allocator.directBuffer(256);
        out.writeIntLE(0).writeIntLE(clientVersion == null ? 400 : 200).writeBytes(context.activityId());
        integer(out, PROTOCOL_VERSION, SPOKEN_VERSION);
        text(out, CLIENT_VERSION, clientVersion == null ? "" : clientVersion);
        text(out, SERVER_AGENT, "Mayfly");
        text(out, SERVER_VERSION, "version=2.14.0");
        integer(out, IDLE_TIMEOUT_SECONDS, 0);
        integer(out, UNAUTHENTICATED_TIMEOUT_SECONDS, 0);
        out.setIntLE(0, out.readableBytes());
        if (clientVersion == null) {
            byte[] payload = REFUSAL.getBytes(UTF_8);
            out.writeIntLE(payload.length).writeBytes(payload);
        }
        return out;
    }

    private static void integer(ByteBuf out, int id, long value) {
        out.writeShortLE(id).writeByte(TokenType.ULONG.number());
        TokenType.ULONG.writeInteger(out, value);
    }

    private static void text(ByteBuf out, int id, String value) {
        out.writeShortLE(id).writeByte(TokenType.SMALL_STRING.number());
        TokenType.SMALL_STRING.writeText(out, value);
    }
}
