package org.mayflydb.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireResponse;

class HostileClientTest {
    private static void refused(String request, int status, String text) throws IOException {
        try (HttpServer server = TestServer.start(TestServer.ECHO);
                RawClient client = RawClient.connect(server)) {
            RawClient.Answer answer = client.send(request).receive();
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.headers())
                    .containsEntry("connection", "close")
                    .containsEntry("content-type", "application/json");
            assertThat(answer.body()).startsWith("{\"code\":\"").contains(text).endsWith("\"}");
            assertThat(client.receiveUntilClosed()).isEmpty();
        }
    }

    @Test
    void garbageIsABadRequest() throws IOException {
        refused("\u0001\u0002\u0003 what?\r\n\r\n", 400, "BadRequest");
    }

    @Test
    void aLineThatIsTooLongIsABadRequest() throws IOException {
        refused("GET /" + "x".repeat(9000) + " HTTP/1.1\r\n\r\n", 400, "request line");
    }

    @Test
    void headersThatAreTooLargeAreABadRequest() throws IOException {
        refused("GET / HTTP/1.1\r\n" + ("x: " + "y".repeat(1000) + "\r\n").repeat(40) + "\r\n", 400, "headers");
    }

    @Test
    void twoLengthsAreABadRequest() throws IOException {
        refused("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400, "BadRequest");
    }

    @Test
    void aRequestThatAProxyMayReadDifferentlyIsABadRequest() throws IOException {
        String hidden = "0\r\n\r\nGET /hidden HTTP/1.1\r\n\r\n";
        refused(
                "POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n" + hidden,
                400,
                "BadRequest");
        refused(
                "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n" + hidden,
                400,
                "BadRequest");
        refused("POST / HTTP/1.1\r\nTransfer-Encoding: chunked, identity\r\n\r\n" + hidden, 400, "BadRequest");
        refused("POST / HTTP/1.1\r\nTransfer-Encoding: xchunked\r\n\r\n" + hidden, 400, "BadRequest");
        refused(
                "POST / HTTP/1.1\r\nTransfer-Encoding: x\r\nTransfer-Encoding: chunked\r\n\r\n" + hidden,
                400,
                "BadRequest");
        refused("POST / HTTP/1.1\r\nContent-Length : 5\r\n\r\nabcde", 400, "BadRequest");
        refused("POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nabcde", 400, "BadRequest");
    }

    @Test
    void twoHostsAreABadRequest() throws IOException {
        refused("GET / HTTP/1.1\r\nHost: localhost\r\nHost: page.example\r\n\r\n", 400, "BadRequest");
    }

    @Test
    void aLengthThatIsNoNumberIsABadRequest() throws IOException {
        refused("POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n", 400, "BadRequest");
        refused("POST / HTTP/1.1\r\nContent-Length: 1e3\r\n\r\n", 400, "BadRequest");
        refused("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 400, "BadRequest");
    }

    @Test
    void aBrokenChunkIsABadRequest() throws IOException {
        refused("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n", 400, "BadRequest");
    }

    @Test
    void aHostThatIsNoneIsABadRequest() throws IOException {
        refused("GET / HTTP/1.1\r\nHost: a\"b\r\n\r\n", 400, "Host");
    }

    @Test
    void aPathThatIsNotPercentEncodedIsABadRequest() throws IOException {
        refused("GET /\u00e9 HTTP/1.1\r\n\r\n", 400, "percent-encoded");
    }

    @Test
    void aBodyThatIsAnnouncedTooLargeIsRefusedBeforeItIsSent() throws IOException {
        refused(
                "POST / HTTP/1.1\r\nContent-Length: 4194305\r\nExpect: 100-continue\r\n\r\n",
                413,
                "RequestEntityTooLarge");
        refused("POST / HTTP/1.1\r\nContent-Length: 9999999999\r\n\r\n", 413, "RequestEntityTooLarge");
    }

    @Test
    void aBodyThatTurnsOutTooLargeIsRefused() throws IOException {
        String chunk = "10000\r\n" + "x".repeat(0x10000) + "\r\n";
        refused(
                "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk.repeat(65),
                413,
                "RequestEntityTooLarge");
    }

    @Test
    void aClientThatSendsTooMuchStillSeesWhy() throws Exception {
        try (HttpServer server = TestServer.start(TestServer.ECHO)) {
            for (String scheme : new String[] {"http", "https"}) {
                HttpRequest request = HttpRequest.newBuilder(URI.create(scheme + "://localhost:" + server.port() + "/"))
                        .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[6 << 20]))
                        .build();
                assertThat(TestServer.client()
                                .send(request, HttpResponse.BodyHandlers.ofString())
                                .statusCode())
                        .isEqualTo(413);
            }
        }
    }

    @Test
    void aBadRequestIsAnsweredAfterTheGoodOnesBeforeIt() throws Exception {
        CountDownLatch bothSent = new CountDownLatch(1);
        RequestHandler handler = (request, reply) -> new Thread(() -> {
                    try {
                        bothSent.await();
                        reply.accept(new WireResponse(200));
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .start();
        try (HttpServer server = TestServer.start(handler);
                RawClient client = RawClient.connect(server)) {
            client.get("/good").send("bad\r\n\r\n");
            bothSent.countDown();
            assertThat(client.receive().status()).isEqualTo(200);
            assertThat(client.receive().status()).isEqualTo(400);
        }
    }

    @Test
    void halfARequestHarmsNobody() throws Exception {
        try (HttpServer server = TestServer.start(TestServer.ECHO)) {
            String whole = "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n0123456789";
            for (int length = 0; length < whole.length(); length++) {
                try (RawClient client = RawClient.connect(server)) {
                    client.send(whole.substring(0, length));
                }
            }
            try (RawClient client = RawClient.connect(server)) {
                assertThat(client.send(whole).receive().body()).isEqualTo("POST /a 10");
            }
        }
    }

    @Test
    void aRequestThatDoesNotArriveInTimeIsGivenUp() throws Exception {
        HttpLimits limits =
                HttpLimits.defaults().withTimes(Duration.ofHours(1), Duration.ofMillis(150), Duration.ofSeconds(5));
        try (HttpServer server = TestServer.start(limits, TestServer.ECHO)) {
            for (String start :
                    new String[] {"G", "GET / HTTP/1.1\r\nHost", "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nab"}) {
                try (RawClient client = RawClient.connect(server)) {
                    assertThat(client.get("/").receive().status()).isEqualTo(200);
                    assertThat(client.send(start).receiveUntilClosed()).isEmpty();
                }
            }
        }
    }

    @Test
    void anIdleConnectionIsClosed() throws Exception {
        try (HttpServer server = TestServer.start(TestServer.impatient(), TestServer.ECHO);
                RawClient silent = RawClient.connect(server);
                RawClient client = RawClient.connect(server)) {
            assertThat(client.get("/").receive().status()).isEqualTo(200);
            assertThat(client.receiveUntilClosed()).isEmpty();
            assertThat(silent.receiveUntilClosed()).isEmpty();
        }
    }

    @Test
    void aClientThatNeverReadsIsCutOff() throws Exception {
        RequestHandler handler = (request, reply) -> reply.accept(new WireResponse(200).body(new byte[32 << 20]));
        try (HttpServer server = TestServer.start(TestServer.impatient(), handler);
                RawClient client = RawClient.connect(server)) {
            client.sendUntilClosed("GET / HTTP/1.1\r\n\r\n");
        }
    }

    @Test
    void connectionsBeyondTheLimitAreClosedAtOnce() throws Exception {
        HttpLimits limits = HttpLimits.defaults().withConnectionsMax(2);
        try (HttpServer server = TestServer.start(limits, TestServer.ECHO)) {
            try (RawClient first = RawClient.connect(server);
                    RawClient second = RawClient.connect(server)) {
                assertThat(first.get("/").receive().status()).isEqualTo(200);
                assertThat(second.get("/").receive().status()).isEqualTo(200);
                try (RawClient third = RawClient.connect(server)) {
                    assertThat(third.receiveUntilClosed()).isEmpty();
                }
                first.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n").receiveUntilClosed();
                second.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n").receiveUntilClosed();
            }
        }
    }

    @Test
    void anAnswerThatCannotBeWrittenClosesTheConnection() throws Exception {
        RequestHandler direct = (request, reply) -> reply.accept(unwritable());
        RequestHandler elsewhere = (request, reply) -> new Thread(() -> reply.accept(unwritable())).start();
        for (RequestHandler handler : new RequestHandler[] {direct, elsewhere}) {
            try (HttpServer server = TestServer.start(handler);
                    RawClient client = RawClient.connect(server)) {
                assertThat(client.get("/").receiveUntilClosed()).isEmpty();
            }
        }
    }

    /** A header without a value. */
    private static WireResponse unwritable() {
        WireResponse response = new WireResponse(200);
        response.headers().add("odd");
        return response;
    }

    @Test
    void anErrorOfTheHandlerIsAnswered() throws Exception {
        RequestHandler handler = (request, reply) -> {
            throw new StackOverflowError();
        };
        try (HttpServer server = TestServer.start(handler);
                RawClient client = RawClient.connect(server)) {
            assertThat(client.get("/").receive().status()).isEqualTo(500);
            assertThat(client.get("/").receive().body()).contains("InternalServerError");
        }
    }
}
