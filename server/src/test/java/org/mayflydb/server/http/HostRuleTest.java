package org.mayflydb.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** By which hosts a server may be addressed that accepts the key every web page knows. */
class HostRuleTest {
    private final HostRule rule = HostRule.known(List.of("db.example", "Second.Example"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.0.0.1:8081",
                "10.1.2.3:80",
                "[::1]",
                "[::1]:8081",
                "[fe80::1%25eth0]:1",
                "localhost",
                "LOCALHOST:8081",
                "localhost.",
                "a.b.localhost:8081",
                "mayfly",
                "mayfly:8081",
                "host.docker.internal:8081",
                "db.example",
                "DB.example:8081",
                "second.example"
            })
    void namesThatNoWebPageCanOwnAreAccepted(String host) {
        assertThat(rule.accepts(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:8081",
                "evil.example.",
                "localhost.evil.example",
                "127.0.0.1.evil.example",
                "xlocalhost.evil",
                "db.example.evil",
                "a.db.example",
                "1.2.3.4.5",
                "[evil.example]",
                "[::1.evil.example",
                "notlocalhost.example:80"
            })
    void namesThatAWebPageCouldOwnAreNot(String host) {
        assertThat(rule.accepts(host)).isFalse();
        assertThat(HostRule.ANY.accepts(host)).isTrue();
    }

    private RawClient.Answer ask(String request) throws IOException {
        try (HttpServer server = HttpServer.start(TestServer.SETTINGS.withHosts(rule), TestServer.ECHO);
                RawClient client = RawClient.connect(server)) {
            return client.send(request).receive();
        }
    }

    @Test
    void aRequestUnderAForeignNameIsToldWhatToDo() throws IOException {
        for (String path : List.of("/", "/_mayfly/clock", "/_explorer", "/alive")) {
            RawClient.Answer answer = ask("GET " + path + " HTTP/1.1\r\nHost: evil.example:8081\r\n\r\n");
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.body()).startsWith("{\"code\":\"Forbidden\"").contains("--advertise", "--key");
        }
    }

    @Test
    void theHostInTheRequestLineCountsToo() throws IOException {
        assertThat(ask("GET http://evil.example/a HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        .status())
                .isEqualTo(403);
        assertThat(ask("GET http://localhost:80/a HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        .body())
                .isEqualTo("GET /a 0");
        assertThat(ask("GET http://localhost HTTP/1.1\r\nHost: evil.example\r\n\r\n")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void aClientThatNamesNoHostIsNoBrowser() throws IOException {
        assertThat(ask("GET /a HTTP/1.0\r\n\r\n").status()).isEqualTo(200);
        assertThat(ask("GET /a HTTP/1.1\r\n\r\n").status()).isEqualTo(200);
    }

    @Test
    void aSecondRequestOnAConnectionIsCheckedToo() throws IOException {
        try (HttpServer server = HttpServer.start(TestServer.SETTINGS.withHosts(rule), TestServer.ECHO);
                RawClient client = RawClient.connect(server)) {
            assertThat(client.get("/").receive().status()).isEqualTo(200);
            assertThat(client.send("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
                            .receive()
                            .status())
                    .isEqualTo(403);
        }
    }
}
