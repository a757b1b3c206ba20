package org.mayflydb.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireResponse;

@SuppressWarnings("try") // closing is what is tested
class HttpServerCloseTest {
    @Test
    void requestsUnderWayFinishAndIdleConnectionsDoNotHoldUp() throws Exception {
        CompletableFuture<Consumer<WireResponse>> asked = new CompletableFuture<>();
        RequestHandler handler = (request, reply) -> {
            if (request.path().equals("/slow")) {
                asked.complete(reply);
            } else {
                reply.accept(new WireResponse(200));
            }
        };
        ExecutorService closer = Executors.newSingleThreadExecutor();
        try (HttpServer server = TestServer.start(handler);
                RawClient idle = RawClient.connect(server);
                RawClient busy = RawClient.connect(server)) {
            assertThat(idle.get("/").receive().status()).isEqualTo(200);
            busy.get("/slow");
            Consumer<WireResponse> reply = asked.get();
            Future<?> closed = closer.submit(server::close);

            // The idle connection is closed as soon as the stop has begun.
            assertThat(idle.receiveUntilClosed()).isEmpty();
            assertThat(closed.isDone()).isFalse();
            reply.accept(TestServer.ok("done"));
            RawClient.Answer answer = busy.receive();
            assertThat(answer.body()).isEqualTo("done");
            assertThat(answer.headers()).containsEntry("connection", "close");
            assertThat(busy.receiveUntilClosed()).isEmpty();
            closed.get();
            assertThatThrownBy(() -> RawClient.connect(server).close()).isInstanceOf(IOException.class);
        } finally {
            closer.shutdown();
        }
    }

    @Test
    void aRequestThatNeverEndsDelaysAStopForABoundedTime() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        HttpLimits limits =
                HttpLimits.defaults().withTimes(Duration.ofHours(1), Duration.ofHours(1), Duration.ofMillis(100));
        try (HttpServer server = TestServer.start(limits, (request, reply) -> asked.countDown());
                RawClient client = RawClient.connect(server)) {
            client.get("/");
            asked.await();
            server.close();
            assertThat(client.receiveUntilClosed()).isEmpty();
        }
    }

    @Test
    void anAnswerAfterTheEndIsDropped() throws Exception {
        CompletableFuture<Consumer<WireResponse>> asked = new CompletableFuture<>();
        HttpLimits limits = HttpLimits.defaults().withTimes(Duration.ofHours(1), Duration.ofHours(1), Duration.ZERO);
        try (HttpServer server = TestServer.start(limits, (request, reply) -> asked.complete(reply));
                RawClient client = RawClient.connect(server)) {
            client.get("/");
            Consumer<WireResponse> reply = asked.get();
            server.close();
            reply.accept(new WireResponse(200));
            assertThat(client.receiveUntilClosed()).isEmpty();
        }
    }

    @Test
    void closingTwiceIsHarmless() {
        HttpServer server = TestServer.start(TestServer.ECHO);
        server.close();
        server.close();
        assertThat(server).isNotNull();
    }
}
