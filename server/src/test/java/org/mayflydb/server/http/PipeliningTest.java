package org.mayflydb.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.Invariant;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;

class PipeliningTest {
    /** Keeps requests until the test answers them. */
    private static final class Held implements RequestHandler {
        private final LinkedBlockingQueue<Runnable> answers = new LinkedBlockingQueue<>();

        @Override
        public void handle(WireRequest request, Consumer<WireResponse> reply) {
            answers.add(() -> reply.accept(TestServer.ok(request.path())));
        }

        Runnable next() throws InterruptedException {
            return Invariant.present(answers.poll(20, TimeUnit.SECONDS), "a request has come");
        }
    }

    @Test
    void answersKeepTheOrderOfRequestsInWhateverOrderTheyAreGiven() throws Exception {
        long seed = 20261108;
        Held held = new Held();
        try (HttpServer server = TestServer.start(held);
                RawClient client = RawClient.connect(server)) {
            for (int i = 0; i < 50; i++) {
                client.get("/" + i);
            }
            List<Runnable> answers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                answers.add(held.next());
            }
            Collections.shuffle(answers, new Random(seed));
            answers.forEach(Runnable::run);
            for (int i = 0; i < 50; i++) {
                assertThat(client.receive().body()).as("seed %d", seed).isEqualTo("/" + i);
            }
        }
    }

    @Test
    void noMoreThanTheLimitIsUnderWayHoweverManyAreSent() throws Exception {
        int limit = HttpLimits.defaults().pipelinedMax();
        Held held = new Held();
        try (HttpServer server = TestServer.start(held);
                RawClient client = RawClient.connect(server)) {
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < 1000; i++) {
                requests.append("GET /").append(i).append(" HTTP/1.1\r\n\r\n");
            }
            client.send(requests.toString());
            for (int i = 0; i < 1000; i += limit) {
                List<Runnable> answers = new ArrayList<>();
                for (int j = i; j < Math.min(1000, i + limit); j++) {
                    answers.add(held.next());
                }
                // All that may be under way are held, so nothing more can come before one is answered.
                assertThat(held.answers).isEmpty();
                answers.forEach(Runnable::run);
                for (int j = i; j < Math.min(1000, i + limit); j++) {
                    assertThat(client.receive().body()).isEqualTo("/" + j);
                }
            }
        }
    }

    @Test
    void aClientThatDoesNotReadItsAnswersIsNotReadFrom() throws Exception {
        int requests = 2000;
        WireResponse large = new WireResponse(200).body(new byte[64 << 10]);
        AtomicInteger handled = new AtomicInteger();
        RequestHandler handler = (request, reply) -> {
            handled.incrementAndGet();
            reply.accept(large);
        };
        try (HttpServer server = TestServer.start(handler);
                RawClient client = RawClient.connect(server)) {
            client.send("GET / HTTP/1.1\r\n\r\n".repeat(requests));
            int ahead = 0;
            for (int received = 1; received <= requests; received++) {
                assertThat(client.receive().body()).hasSize(64 << 10);
                ahead = Math.max(ahead, handled.get() - received);
            }
            // What the buffers of both systems and ours can hold, with room.
            assertThat(ahead).isLessThan(requests / 3);
        }
    }

    @Test
    void aBodyIsAskedForOnlyAfterEarlierAnswers() throws Exception {
        Held held = new Held();
        try (HttpServer server = TestServer.start(held);
                RawClient client = RawClient.connect(server)) {
            client.get("/first").send("POST /second HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
            held.next().run();
            assertThat(client.receive().body()).isEqualTo("/first");
            assertThat(client.receive().status()).isEqualTo(100);
            client.send("{}");
            held.next().run();
            assertThat(client.receive().body()).isEqualTo("/second");
        }
    }
}
