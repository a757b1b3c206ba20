package org.mayflydb.server.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.local.LocalChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.protocol.WireResponse;

class PendingResponseTest {
    private final DefaultEventLoop loop = new DefaultEventLoop();
    private final LocalChannel channel = new LocalChannel();

    @AfterEach
    void stop() {
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    /** Notes on which thread it was told to write. */
    private static final class Noted extends PendingResponse {
        final CompletableFuture<Thread> written = new CompletableFuture<>();

        Noted(Channel channel) {
            super(channel);
        }

        @Override
        public void run() {
            written.complete(Thread.currentThread());
        }
    }

    private Noted pending() {
        loop.register(channel).awaitUninterruptibly();
        return new Noted(channel);
    }

    @Test
    void responseOfAnotherThreadIsWrittenOnTheConnectionsThread() throws Exception {
        Noted pending = pending();
        WireResponse response = new WireResponse(200);
        pending.accept(response);
        assertThat(loop.inEventLoop(pending.written.get(10, TimeUnit.SECONDS))).isTrue();
        assertThat(pending.response()).isSameAs(response);
    }

    @Test
    void responseOfTheConnectionsThreadIsWrittenImmediately() throws Exception {
        Noted pending = pending();
        loop.submit(() -> {
                    pending.accept(new WireResponse(200));
                    assertThat(pending.written).isDone();
                })
                .get(10, TimeUnit.SECONDS);
    }

    @Test
    void onlyTheFirstResponseCounts() {
        Noted pending = pending();
        pending.accept(new WireResponse(201));
        pending.accept(new WireResponse(500));
        assertThat(pending.response()).extracting(WireResponse::status).isEqualTo(201);
    }

    @Test
    void responseAfterTheStopIsDropped() {
        Noted pending = pending();
        stop();
        pending.accept(new WireResponse(200));
        assertThat(pending.written).isNotDone();
    }
}
