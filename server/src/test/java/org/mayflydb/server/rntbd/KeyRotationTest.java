package org.mayflydb.server.rntbd;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.SystemTime;
import org.mayflydb.base.UnauthorizedException;
import org.mayflydb.server.Caller;
import org.mayflydb.server.auth.AccountKeys;
import org.mayflydb.server.auth.Authenticator;
import org.mayflydb.server.auth.KeyRing;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.transport.ServerMemory;

/** Keys that are exchanged while a connection in direct mode is open. */
class KeyRotationTest {
    private static final String OLD = Caller.key(1);
    private static final String NEW = Caller.key(2);

    private final KeyRing keys = new KeyRing(AccountKeys.of(OLD));
    private final EmbeddedChannel channel = new EmbeddedChannel();

    KeyRotationTest() {
        channel.config().setAllocator(new UnpooledByteBufAllocator(false, true));
        Authenticator authenticator = new Authenticator(keys, address -> address, SystemTime.source());
        RequestHandler guarded = (request, reply) -> {
            try {
                ResourceAddress address = ResourceAddress.parse(request.path());
                authenticator.authenticate(request, address, SystemTime.source().instant());
                reply.accept(new WireResponse(200));
            } catch (UnauthorizedException refused) {
                reply.accept(new WireResponse(refused.status()));
            }
        };
        RntbdConnection connection = new RntbdConnection(
                channel, guarded, RntbdLimits.defaults(), "rntbd://localhost", ServerMemory.ofHeap());
        channel.pipeline().addLast(connection.decoder(), connection);
        channel.pipeline().fireChannelActive();
        assertThat(send(Frame.context(1)).code()).isEqualTo(200);
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private Frame send(Frame frame) {
        channel.writeInbound(Unpooled.wrappedBuffer(frame.toBytes()));
        ByteBuf bytes = Objects.requireNonNull(channel.readOutbound(), "an answer");
        try {
            return Frame.read(bytes, ResponseToken.PAYLOAD_PRESENT.id());
        } finally {
            bytes.release();
        }
    }

    private int read(String key) {
        String date = Caller.date();
        String authorization = Caller.authorization(key, "GET", "docs", "dbs/d/colls/c/docs/a", date);
        return send(Frame.read("a", 7)
                        .with(Frame.token(RequestToken.AUTHORIZATION_TOKEN, authorization))
                        .with(Frame.token(RequestToken.DATE, date)))
                .code();
    }

    @Test
    void anOpenConnectionIsSubjectToNewKeysAtOnce() {
        assertThat(read(OLD)).isEqualTo(200);
        assertThat(read(NEW)).isEqualTo(401);
        keys.replace(AccountKeys.of(NEW).withSecondary(OLD));
        assertThat(read(OLD)).isEqualTo(200);
        assertThat(read(NEW)).isEqualTo(200);
        keys.replace(AccountKeys.of(NEW));
        assertThat(read(OLD)).isEqualTo(401);
        assertThat(read(NEW)).isEqualTo(200);
    }
}
