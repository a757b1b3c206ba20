package org.mayflydb.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.transport.PendingResponse;
import org.mayflydb.server.transport.ServerMemory;

/** What clients can make the server hold, over real sockets. */
class MemoryTest {
    private static final int MB = 1 << 20;
    private static final String LIST = "GET /dbs/d/colls/c/docs HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final Duration PATIENCE = Duration.ofMillis(300);

    private final List<RawClient> clients = new ArrayList<>();

    private RawClient connect(HttpServer server) throws IOException {
        RawClient client = RawClient.connect(server);
        clients.add(client);
        return client;
    }

    private void closeAll() throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
        clients.clear();
    }

    private static void await(java.util.function.BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("the condition becomes true").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    /** Counts what it is asked for, and answers with 4 MB on another thread, as a list does. */
    private static final class Large implements RequestHandler {
        final AtomicInteger asked = new AtomicInteger();

        @Override
        public void handle(WireRequest request, java.util.function.Consumer<WireResponse> reply) {
            asked.incrementAndGet();
            byte[] body = new byte[request.path().equals("/small") ? 10 : 4 * MB];
            new Thread(() -> reply.accept(new WireResponse(200).body(body))).start();
        }
    }

    @Test
    void clientsThatDoNotReadHoldNoMoreThanTheBudget() throws Exception {
        ServerMemory memory = new ServerMemory(16 * MB, 16 * MB, 8 * MB, Duration.ofHours(1));
        Large large = new Large();
        try (HttpServer server = HttpServer.start(TestServer.SETTINGS, large, memory)) {
            for (int i = 0; i < 6; i++) {
                connect(server).send(LIST.repeat(64));
            }
            await(() -> large.asked.get() >= 4);
            // What every connection could be answered at once is 6 x 64 x 4 MB.
            for (int i = 0; i < 1000; i++) {
                assertThat(memory.answers().used()).isLessThan(17 * MB);
                Thread.onSpinWait();
            }
            assertThat(connect(server).get("/small").receive().status()).isEqualTo(200);
            closeAll();
            await(() -> memory.answers().used() == 0);
        }
    }

    @Test
    void whoReadsGetsEverythingInOrder() throws Exception {
        ServerMemory memory = new ServerMemory(16 * MB, 16 * MB, 8 * MB, PATIENCE);
        try (HttpServer server = HttpServer.start(TestServer.SETTINGS, new Large(), memory);
                RawClient client = RawClient.connect(server)) {
            client.send(LIST.repeat(12));
            for (int i = 0; i < 12; i++) {
                assertThat(client.receive().body()).hasSize(4 * MB);
            }
            await(() -> memory.answers().used() == 0);
        }
    }

    @Test
    void aRequestDoesNotHoldTheResponseThatWasWritten() throws Exception {
        ServerMemory memory = new ServerMemory(16 * MB, 16 * MB, 8 * MB, PATIENCE);
        Queue<java.util.function.Consumer<WireResponse>> replies = new ConcurrentLinkedQueue<>();
        RequestHandler handler = (request, reply) -> {
            replies.add(reply);
            reply.accept(new WireResponse(200).body(new byte[MB]));
        };
        try (HttpServer server = HttpServer.start(TestServer.SETTINGS, handler, memory);
                RawClient client = RawClient.connect(server)) {
            assertThat(client.send(LIST).receive().body()).hasSize(MB);
            PendingResponse pending = (PendingResponse) replies.remove();
            assertThat(Objects.requireNonNull(pending.response()).body()).isEmpty();
        }
    }

    @Test
    void answersThatAreGivenAtOnceDoNotKeepTheNextRequestsWaiting() throws Exception {
        ServerMemory memory = new ServerMemory(16 * MB, 16 * MB, 8 * MB, PATIENCE);
        RequestHandler busy = (request, reply) -> reply.accept(new WireResponse(429));
        try (HttpServer server = HttpServer.start(TestServer.SETTINGS, busy, memory);
                RawClient client = RawClient.connect(server)) {
            client.send(LIST.repeat(200));
            for (int i = 0; i < 200; i++) {
                assertThat(client.receive().status()).isEqualTo(429);
            }
        }
    }

    @Test
    void whoStandsStillIsClosedWhileOthersWait() throws Exception {
        ServerMemory memory = new ServerMemory(4 * MB, 16 * MB, 8 * MB, PATIENCE);
        Large large = new Large();
        try (HttpServer server = HttpServer.start(TestServer.SETTINGS, large, memory)) {
            RawClient still = connect(server).send(LIST.repeat(64));
            await(() -> large.asked.get() > 0);
            RawClient busy = connect(server);
            // The systems' own buffers take some of the first answers.
            for (int i = 0; i < 8; i++) {
                assertThat(busy.send(LIST).receive().body()).hasSize(4 * MB);
            }
            assertThat(still.receiveUntilClosed().length()).isLessThan(64 * 4 * MB);
            closeAll();
            await(() -> memory.answers().used() == 0);
        }
    }

    @Test
    void whoReadsDoesNotWaitForThoseWhoDoNot() throws Exception {
        ServerMemory memory = new ServerMemory(16 * MB, 16 * MB, 8 * MB, Duration.ofHours(1));
        Large large = new Large();
        try (HttpServer server = HttpServer.start(TestServer.SETTINGS, large, memory)) {
            RawClient reader = connect(server);
            for (int i = 0; i < 2; i++) {
                assertThat(reader.send(LIST).receive().body()).hasSize(4 * MB);
            }
            await(() -> memory.answers().used() == 0);
            for (int i = 0; i < 12; i++) {
                connect(server).send(LIST.repeat(64));
            }
            // The next answer of 4 MB has to wait.
            await(() -> memory.answers().used() > 8 * MB);
            for (int i = 0; i < 10; i++) {
                assertThat(reader.send(LIST).receive().body()).hasSize(4 * MB);
            }
            closeAll();
            await(() -> memory.answers().used() == 0);
        }
    }

    @Test
    void whoIsNotLetInDoesNotWaitForMemory() throws Exception {
        ServerMemory memory = new ServerMemory(16 * MB, 16 * MB, 8 * MB, Duration.ofHours(1));
        Queue<java.util.function.Consumer<WireResponse>> unanswered = new ConcurrentLinkedQueue<>();
        RequestHandler handler = new RequestHandler() {
            @Override
            public void handle(WireRequest request, java.util.function.Consumer<WireResponse> reply) {
                unanswered.add(reply);
            }

            @Override
            public @Nullable WireResponse refusal(WireRequest head) {
                return head.path().contains("secret") ? new WireResponse(401) : null;
            }
        };
        try (HttpServer server = HttpServer.start(TestServer.SETTINGS, handler, memory)) {
            for (int i = 0; i < 6; i++) {
                connect(server).send(LIST);
            }
            // New clients may reserve three quarters of the memory.
            await(() -> unanswered.size() == 3);
            RawClient stranger = connect(server);
            stranger.send(LIST.replace("/c/", "/secret/"));
            assertThat(stranger.receive().status()).isEqualTo(401);
            closeAll();
            await(() -> {
                unanswered.removeIf(reply -> {
                    reply.accept(new WireResponse(200));
                    return true;
                });
                return memory.answers().used() == 0;
            });
        }
    }

    @Test
    void bodiesWaitForEachOtherAndAllArrive() throws Exception {
        ServerMemory memory = new ServerMemory(16 * MB, 4 * MB, 8 * MB, Duration.ofSeconds(10));
        try (HttpServer server = HttpServer.start(TestServer.SETTINGS, TestServer.ECHO, memory)) {
            String head =
                    "POST /dbs/d/colls/c/docs HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + 3 * MB + "\r\n\r\n";
            for (int i = 0; i < 5; i++) {
                RawClient client = connect(server);
                new Thread(() -> {
                            try {
                                client.send(head).send(new byte[3 * MB]);
                            } catch (IOException e) {
                                throw new java.io.UncheckedIOException(e);
                            }
                        })
                        .start();
            }
            for (RawClient client : clients) {
                assertThat(client.receive().body()).endsWith(" " + 3 * MB);
                assertThat(memory.bodies().used()).isLessThanOrEqualTo(4 * MB);
            }
            closeAll();
            await(() -> memory.bodies().used() == 0);
        }
    }

    @Test
    void aBodyThatDoesNotComeIsGivenUpWhileOthersWait() throws Exception {
        ServerMemory memory = new ServerMemory(16 * MB, 4 * MB, 8 * MB, PATIENCE);
        try (HttpServer server = HttpServer.start(TestServer.SETTINGS, TestServer.ECHO, memory)) {
            String head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + 3 * MB + "\r\n\r\n";
            RawClient stalled = connect(server).send(head + "a");
            await(() -> memory.bodies().used() > 0);
            RawClient chunked =
                    connect(server).send("POST /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n");
            assertThat(chunked.receive().body()).isEqualTo("POST /c 1");
            assertThat(stalled.receiveUntilClosed()).isEmpty();
            closeAll();
            await(() -> memory.bodies().used() == 0);
        }
    }

    @Test
    void aBodyThatWouldComeTooLateIsGivenUpWhileOthersWait() throws Exception {
        ServerMemory memory = new ServerMemory(16 * MB, 4 * MB, 8 * MB, PATIENCE);
        try (HttpServer server = HttpServer.start(TestServer.SETTINGS, TestServer.ECHO, memory)) {
            String head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + 3 * MB + "\r\n\r\n";
            RawClient slow = connect(server).send(head);
            Thread drops = new Thread(() -> slow.sendUntilClosed("a", PATIENCE.dividedBy(10)));
            drops.start();
            await(() -> memory.bodies().used() > 0);
            assertThat(connect(server)
                            .send(head)
                            .send(new byte[3 * MB])
                            .receive()
                            .body())
                    .endsWith(" " + 3 * MB);
            drops.join();
            closeAll();
            await(() -> memory.bodies().used() == 0);
        }
    }

    @Test
    void whoIsNotLetInIsToldBeforeTheBodyIsRead() throws Exception {
        RequestHandler handler = new RequestHandler() {
            @Override
            public void handle(WireRequest request, java.util.function.Consumer<WireResponse> reply) {
                reply.accept(new WireResponse(201));
            }

            @Override
            public @Nullable WireResponse refusal(WireRequest head) {
                return head.header("authorization") == null ? new WireResponse(401) : null;
            }
        };
        ServerMemory memory = new ServerMemory(16 * MB, 4 * MB, 8 * MB, PATIENCE);
        try (HttpServer server = HttpServer.start(TestServer.SETTINGS, handler, memory)) {
            for (String length : new String[] {"Content-Length: 100000", "Transfer-Encoding: chunked"}) {
                RawClient client = connect(server).send("POST / HTTP/1.1\r\n" + length + "\r\n\r\n");
                assertThat(client.receive().status()).isEqualTo(401);
                assertThat(client.receiveUntilClosed()).isEmpty();
                assertThat(memory.bodies().used()).isZero();
            }
            RawClient welcome = connect(server);
            welcome.send("POST / HTTP/1.1\r\nAuthorization: x\r\nContent-Length: 100000\r\n\r\n")
                    .send(new byte[100_000]);
            assertThat(welcome.receive().status()).isEqualTo(201);
            closeAll();
        }
    }
}
