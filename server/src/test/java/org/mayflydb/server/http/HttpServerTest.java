package org.mayflydb.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.transport.CannotListenException;

class HttpServerTest {
    @Test
    void plainAndTlsClientsShareAPort() throws Exception {
        try (HttpServer server = TestServer.start(TestServer.ECHO)) {
            for (String scheme : new String[] {"http", "https", "http", "https"}) {
                URI uri = URI.create(scheme + "://localhost:" + server.port() + "/dbs");
                HttpResponse<String> response = TestServer.client()
                        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
                assertThat(response.body()).isEqualTo("GET /dbs 0");
            }
        }
    }

    @Test
    void bodiesOfEverySizeArriveWhole() throws Exception {
        try (HttpServer server = TestServer.start(TestServer.ECHO)) {
            for (String scheme : new String[] {"http", "https"}) {
                URI uri = URI.create(scheme + "://localhost:" + server.port() + "/docs");
                for (int bytes : new int[] {1, 100, 65_536, 65_537, 1_000_000, 4 << 20}) {
                    HttpRequest request = HttpRequest.newBuilder(uri)
                            .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[bytes]))
                            .build();
                    assertThat(TestServer.client()
                                    .send(request, HttpResponse.BodyHandlers.ofString())
                                    .body())
                            .isEqualTo("POST /docs " + bytes);
                }
            }
        }
    }

    @Test
    void aChunkedBodyArrivesWhole() throws Exception {
        AtomicReference<String> body = new AtomicReference<>();
        RequestHandler handler = (request, reply) -> {
            body.set(new String(request.body(), UTF_8));
            reply.accept(new WireResponse(201));
        };
        try (HttpServer server = TestServer.start(handler);
                RawClient client = RawClient.connect(server)) {
            client.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
            assertThat(client.receive().status()).isEqualTo(201);
            assertThat(body).hasValue("abcde");
        }
    }

    @Test
    void aConnectionServesManyRequests() throws Exception {
        try (HttpServer server = TestServer.start(TestServer.ECHO);
                RawClient client = RawClient.connect(server)) {
            for (int i = 0; i < 100; i++) {
                assertThat(client.get("/" + i).receive().body()).isEqualTo("GET /" + i + " 0");
            }
        }
    }

    @Test
    void aClientThatWantsToCloseIsClosedAfterItsAnswer() throws Exception {
        try (HttpServer server = TestServer.start(TestServer.ECHO);
                RawClient client = RawClient.connect(server)) {
            client.send("GET /a HTTP/1.1\r\nConnection: close\r\n\r\n");
            assertThat(client.receiveUntilClosed())
                    .contains("connection: close")
                    .endsWith("GET /a 0");
        }
    }

    @Test
    void anOldClientKeepsItsConnectionIfItAsksTo() throws Exception {
        try (HttpServer server = TestServer.start(TestServer.ECHO);
                RawClient client = RawClient.connect(server)) {
            client.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            assertThat(client.receive().headers()).containsEntry("connection", "keep-alive");
            client.send("GET /b HTTP/1.0\r\n\r\n");
            assertThat(client.receiveUntilClosed()).endsWith("GET /b 0");
        }
    }

    @Test
    void aRequestHasItsPathWithoutQueryItsOriginAndItsHeaders() throws Exception {
        RequestHandler handler = (request, reply) -> reply.accept(TestServer.ok(String.join(
                " ", request.path(), request.origin(), request.header("x-ms-DATE"), request.header("x-ms-version"))));
        try (HttpServer server = TestServer.start(handler);
                RawClient client = RawClient.connect(server)) {
            client.send("GET /dbs/a%20b?x=/y HTTP/1.1\r\nHost: db.example:99\r\nX-Ms-Date: now\r\n\r\n");
            assertThat(client.receive().body()).isEqualTo("/dbs/a%20b http://db.example:99 now null");
            client.send("GET http://other/dbs HTTP/1.1\r\n\r\n");
            assertThat(client.receive().body()).isEqualTo("/dbs http://localhost:" + server.port() + " null null");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a%0D", "/a%09b", "/a%1fb", "/a\tb"})
    void controlCharactersInAPathAreRefused(String path) throws Exception {
        RequestHandler handler = (request, reply) -> reply.accept(TestServer.ok(request.path()));
        try (HttpServer server = TestServer.start(handler);
                RawClient client = RawClient.connect(server)) {
            client.send("GET " + path + " HTTP/1.1\r\n\r\n");
            assertThat(client.receive().status()).isEqualTo(400);
        }
    }

    @Test
    void theOriginOfATlsClientIsHttps() throws Exception {
        RequestHandler handler = (request, reply) -> reply.accept(TestServer.ok(request.origin()));
        try (HttpServer server = TestServer.start(handler)) {
            URI uri = URI.create("https://localhost:" + server.port() + "/");
            assertThat(TestServer.client()
                            .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                            .body())
                    .isEqualTo("https://localhost:" + server.port());
        }
    }

    @Test
    void otherMethodsAreNotAllowed() throws Exception {
        try (HttpServer server = TestServer.start(TestServer.ECHO);
                RawClient client = RawClient.connect(server)) {
            RawClient.Answer answer = client.send("BREW /pot HTTP/1.1\r\nContent-Length: 3\r\n\r\ntea")
                    .receive();
            assertThat(answer.status()).isEqualTo(405);
            assertThat(answer.body()).startsWith("{\"code\":\"MethodNotAllowed\",\"message\":\"");
            assertThat(answer.headers()).containsKey("allow");
        }
    }

    @Test
    void headIsAnsweredWithTheLengthOfTheBodyAndWithoutTheBody() throws Exception {
        try (HttpServer server = TestServer.start(TestServer.ECHO);
                RawClient client = RawClient.connect(server)) {
            client.send("HEAD / HTTP/1.1\r\nConnection: close\r\n\r\n");
            assertThat(client.receiveUntilClosed())
                    .startsWith("HTTP/1.1 200 ")
                    .contains("content-length: 8\r\n")
                    .endsWith("\r\n\r\n");
        }
    }

    @Test
    void aHandlerThatThrowsIsAnsweredForWithAnError() throws Exception {
        RequestHandler handler = (request, reply) -> {
            if (request.path().equals("/late")) {
                reply.accept(new WireResponse(200));
            }
            throw new IllegalStateException("meant to happen");
        };
        try (HttpServer server = TestServer.start(handler);
                RawClient client = RawClient.connect(server)) {
            RawClient.Answer answer = client.get("/").receive();
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.body()).startsWith("{\"code\":\"InternalServerError\"");
            assertThat(client.get("/late").receive().status()).isEqualTo(200);
            assertThat(client.get("/").receive().status()).isEqualTo(500);
        }
    }

    @Test
    void onlyTheFirstAnswerCounts() throws Exception {
        RequestHandler handler = (request, reply) -> {
            reply.accept(TestServer.ok("first"));
            reply.accept(TestServer.ok("second"));
        };
        try (HttpServer server = TestServer.start(handler);
                RawClient client = RawClient.connect(server)) {
            assertThat(client.get("/").receive().body()).isEqualTo("first");
            assertThat(client.get("/").receive().body()).isEqualTo("first");
        }
    }

    @Test
    void anAddressOfAnotherMachineIsReported() {
        HttpSettings elsewhere = new HttpSettings("192.0.2.1", 0, () -> TestServer.CERTIFICATE);
        assertThatThrownBy(() -> HttpServer.start(elsewhere, TestServer.ECHO).close())
                .isInstanceOf(CannotListenException.class)
                .hasMessage("Cannot listen on 192.0.2.1:0: this machine does not have this address.");
    }

    @Test
    void aPortThatIsTakenIsReportedWithItsAddress() {
        try (HttpServer server = TestServer.start(TestServer.ECHO)) {
            HttpSettings taken = new HttpSettings("127.0.0.1", server.port(), () -> TestServer.CERTIFICATE);
            assertThatThrownBy(() -> HttpServer.start(taken, TestServer.ECHO).close())
                    .isInstanceOf(CannotListenException.class)
                    .hasMessage("Cannot listen on 127.0.0.1:" + server.port() + ": the port is already in use.");
        }
    }

    @Test
    void anotherPortHasItsOwnHandlerAndIsClosedWithTheFirst() throws Exception {
        int port;
        try (HttpServer server = TestServer.start(TestServer.ECHO)) {
            port = server.alsoListen(0, (request, reply) -> reply.accept(TestServer.ok("other")));
            for (String scheme : new String[] {"http", "https"}) {
                URI uri = URI.create(scheme + "://localhost:" + port + "/dbs");
                assertThat(TestServer.client()
                                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                                .body())
                        .isEqualTo("other");
            }
        }
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                .isInstanceOf(IOException.class);
    }

    @Test
    void anotherPortIsReachableWhileTheFirstHasAllTheConnectionsItMayHave() throws Exception {
        try (HttpServer server = TestServer.start(HttpLimits.defaults().withConnectionsMax(1), TestServer.ECHO);
                RawClient only = RawClient.connect(server)) {
            assertThat(only.get("/").receive().status()).isEqualTo(200);
            int port = server.alsoListen(0, TestServer.ECHO);
            URI uri = URI.create("http://localhost:" + port + "/ready");
            assertThat(TestServer.client()
                            .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                            .body())
                    .isEqualTo("GET /ready 0");
        }
    }
}
