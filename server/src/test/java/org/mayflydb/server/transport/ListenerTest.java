package org.mayflydb.server.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ListenerTest {
    private static final Listener.Settings SETTINGS =
            new Listener.Settings("mayfly-test", "127.0.0.1", 0, 10, Duration.ofMinutes(10));

    private static final Listener.Connection IDLE = new Listener.Connection() {
        @Override
        public void drain() {}

        @Override
        public void closeIfIdle() {}
    };

    @Test
    @SuppressWarnings("FutureReturnValueIgnored") // the test waits for the thread's end
    void aListenerHasFailedOnceOneOfItsThreadsHasEndedAndItsCloseWaitsForNoConnection() throws Exception {
        CompletableFuture<EventLoop> ending = new CompletableFuture<>();
        try (Listener listener = Listener.start(SETTINGS, channel -> {
                    channel.eventLoop().shutdownGracefully(0, 0, TimeUnit.SECONDS);
                    ending.complete(channel.eventLoop());
                    return IDLE;
                });
                Socket client = new Socket(InetAddress.getLoopbackAddress(), listener.port())) {
            assertThat(client.isConnected()).isTrue();
            EventLoop loop = ending.get(10, TimeUnit.SECONDS);
            assertThat(loop.terminationFuture().await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(listener.hasFailed()).isTrue();
        }
    }

    @Test
    void aListenerThatServesHasNotFailed() {
        try (Listener listener = Listener.start(SETTINGS, channel -> IDLE)) {
            assertThat(listener.hasFailed()).isFalse();
        }
    }

    @Test
    void aListenerThatHasStoppedAcceptingAcceptsAgain() throws Exception {
        BlockingQueue<Channel> accepted = new LinkedBlockingQueue<>();
        try (Listener listener = Listener.start(SETTINGS, channel -> {
                    // As Netty does after a failure to accept.
                    channel.parent().config().setAutoRead(false);
                    accepted.add(channel);
                    return IDLE;
                });
                Socket first = new Socket(InetAddress.getLoopbackAddress(), listener.port())) {
            assertThat(first.isConnected()).isTrue();
            assertThat(accepted.poll(10, TimeUnit.SECONDS)).isNotNull();
            try (Socket second = new Socket(InetAddress.getLoopbackAddress(), listener.port())) {
                assertThat(second.isConnected()).isTrue();
                listener.resumeAccepting();
                assertThat(accepted.poll(10, TimeUnit.SECONDS)).isNotNull();
            }
        }
    }
}
