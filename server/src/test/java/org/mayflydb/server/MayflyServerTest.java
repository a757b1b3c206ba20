package org.mayflydb.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.SystemTime;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.StoreHealth;
import org.mayflydb.storage.memory.MemoryStore;

/** The whole server, asked over the network. */
class MayflyServerTest {
    private static final String KEY = ServerSettings.WELL_KNOWN_KEY;
    private static final String READ_ONLY_KEY = Base64.getEncoder().encodeToString(new byte[64]);

    private MayflyServer server = MayflyServer.start(
            ServerSettings.read(Map.of(), Map.of("memory", "true", "port", "0", "read-only-key", READ_ONLY_KEY)));
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        server.close();
    }

    private HttpResponse<String> send(String method, String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Signs as the service's documents say, independently of the server's own code. */
    private HttpResponse<String> signed(String key, String method, String type, String link, String path, String body)
            throws Exception {
        String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                SystemTime.source().instant().atOffset(ZoneOffset.UTC));
        String text = method.toLowerCase(Locale.ROOT) + "\n" + type + "\n" + link + "\n" + date.toLowerCase(Locale.ROOT)
                + "\n\n";
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
        String signature = Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        String authorization = URLEncoder.encode("type=master&ver=1.0&sig=" + signature, StandardCharsets.UTF_8);
        return send(method, path, body, "authorization", authorization, "x-ms-date", date);
    }

    @Test
    void aServerThatWasClosedHasNotFailed() {
        MayflyServer closed = MayflyServer.start(ServerSettings.read(Map.of(), Map.of("memory", "true", "port", "0")));
        closed.close();
        assertThat(closed.hasFailed()).isFalse();
    }

    @Test
    void anybodyMayAskWhetherItLives() throws Exception {
        assertThat(send("GET", "/alive", "").statusCode()).isEqualTo(200);
        assertThat(send("GET", "/ready", "").body()).startsWith("ready");
    }

    @Test
    void storeThatTakesNoWritesIsShownByReadinessAndMetricsWhileTheServerLives() throws Exception {
        server.close();
        MovableClock clock = MovableClock.ticking();
        FaultyStore store = new FaultyStore(new MemoryStore());
        server = MayflyServer.start(
                ServerSettings.read(Map.of(), Map.of("memory", "true", "port", "0")),
                Mayfly.builder().clock(clock).open(store).engine(),
                clock);
        assertThat(send("GET", "/metrics", "").body()).contains("mayfly_store_state{state=\"available\"} 1");
        store.claim(new StoreHealth(StoreHealth.State.REFUSING_WRITES, "the disk is full"));
        HttpResponse<String> ready = send("GET", "/ready", "");
        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(ready.body()).contains("takes no writes");
        assertThat(send("GET", "/metrics", "").body())
                .contains("mayfly_store_state{state=\"available\"} 0")
                .contains("mayfly_store_state{state=\"refusing_writes\"} 1");
        assertThat(send("GET", "/alive", "").statusCode()).isEqualTo(200);
        store.claim(StoreHealth.AVAILABLE);
        assertThat(send("GET", "/ready", "").statusCode()).isEqualTo(200);
    }

    @Test
    void withoutASignatureNothingElseIsAnswered() throws Exception {
        HttpResponse<String> refused = send("GET", "/dbs", "");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).contains("\"code\":\"Unauthorized\"").doesNotContain(KEY);
        assertThat(refused.headers().firstValue("content-type")).contains("application/json");
    }

    @Test
    void aSignedRequestIsAnswered() throws Exception {
        assertThat(signed(KEY, "GET", "", "", "/", "").body()).contains("writableLocations");
        assertThat(signed(KEY, "POST", "dbs", "", "/dbs", "{\"id\":\"d\"}").statusCode())
                .isEqualTo(201);
        assertThat(signed(KEY, "GET", "dbs", "dbs/d", "/dbs/d", "").statusCode())
                .isEqualTo(200);
    }

    @Test
    void theAccountReportsTheEndpointOfTheSettings() throws Exception {
        assertThat(signed(KEY, "GET", "", "", "/", "").body()).contains("\"http://127.0.0.1:" + server.port() + "/\"");
        server.close();
        server = MayflyServer.start(ServerSettings.read(
                Map.of(), Map.of("memory", "true", "port", "0", "account-endpoint", "https://db.example")));
        assertThat(signed(KEY, "GET", "", "", "/", "").body())
                .contains("\"databaseAccountEndpoint\":\"https://db.example/\"");
    }

    @Test
    void aKeyThatMayOnlyReadCannotWriteNotEvenByCallingItAQuery() throws Exception {
        assertThat(signed(READ_ONLY_KEY, "GET", "dbs", "", "/dbs", "").statusCode())
                .isEqualTo(200);
        assertThat(signed(READ_ONLY_KEY, "POST", "dbs", "", "/dbs", "{\"id\":\"d\"}")
                        .statusCode())
                .isEqualTo(403);
        assertThat(signed(KEY, "GET", "dbs", "", "/dbs", "").body()).contains("\"_count\":0");
    }

    @Test
    void operatorsNeedAKeyThatMayWrite() throws Exception {
        assertThat(send("GET", "/_mayfly/clock", "").statusCode()).isEqualTo(401);
        assertThat(send("GET", "/_mayfly/clock", "", "authorization", "Bearer " + READ_ONLY_KEY)
                        .statusCode())
                .isEqualTo(401);
        assertThat(send("GET", "/_mayfly/clock", "", "authorization", "Bearer " + KEY)
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aPageFromElsewhereMayNotSendRequestsToOperators() throws Exception {
        HttpResponse<String> preflight = send(
                "OPTIONS",
                "/_mayfly/clock",
                "",
                "origin",
                "https://evil.example",
                "access-control-request-method",
                "POST",
                "access-control-request-headers",
                "authorization");
        assertThat(preflight.statusCode()).isEqualTo(405);
        assertThat(preflight.headers().map().keySet()).noneMatch(name -> name.startsWith("access-control"));
        HttpResponse<String> simple = send(
                "POST",
                "/_mayfly/clock",
                "{\"advanceSeconds\":5}",
                "origin",
                "https://evil.example",
                "content-type",
                "text/plain");
        assertThat(simple.statusCode()).isEqualTo(401);
    }

    @Test
    void theClockIsMovedAndShown() throws Exception {
        String moved = send("POST", "/_mayfly/clock", "{\"advanceSeconds\":7776000}", "authorization", "Bearer " + KEY)
                .body();
        assertThat(moved).contains("\"shiftSeconds\":7776000");
        HttpResponse<String> refused =
                send("POST", "/_mayfly/clock", "{\"set\":\"soon\"}", "authorization", "Bearer " + KEY);
        assertThat(refused.statusCode()).isEqualTo(400);
    }

    @Test
    void theClockIsNotMovedToWhereNothingCanBeDated() throws Exception {
        String[] refused = {
            "{\"advanceSeconds\":1e18}",
            "{\"advanceSeconds\":1e300}",
            "{\"advanceSeconds\":-1e18}",
            "{\"advanceSeconds\":9223372036854775807}",
            "{\"advanceSeconds\":-99999999999}",
            "{\"advanceSeconds\":1.5}",
            "{\"advanceSeconds\":\"5\"}",
            "{\"advanceSeconds\":5,\"set\":\"2027-01-01T00:00:00Z\"}",
            "{\"advanceSeconds\":5,\"more\":1}",
            "{\"set\":\"+999999999-12-31T23:59:59Z\"}",
            "{\"set\":\"-0001-12-31T23:59:59Z\"}",
            "{\"set\":\"1969-12-31T23:59:59Z\"}",
            "[]"
        };
        for (String body : refused) {
            assertThat(send("POST", "/_mayfly/clock", body, "authorization", "Bearer " + KEY)
                            .statusCode())
                    .as(body)
                    .isEqualTo(400);
        }
        assertThat(send("GET", "/_mayfly/clock", "", "authorization", "Bearer " + KEY)
                        .body())
                .contains("\"shiftSeconds\":0");
    }

    @Test
    void theClockSaysWhetherTheDataIsKept() throws Exception {
        assertThat(send("GET", "/_mayfly/clock", "", "authorization", "Bearer " + KEY)
                        .body())
                .contains("\"store\":\"memory\"");
    }

    @Test
    void anybodyMayLoadTheExplorerWhichHoldsNothing() throws Exception {
        HttpResponse<String> page = send("GET", "/_explorer", "");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("<title>Mayfly explorer</title>").doesNotContain(KEY);
        HttpResponse<String> head = send("HEAD", "/_explorer/app.js", "");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().firstValue("content-length")).isPresent();
        String etag = head.headers().firstValue("etag").orElseThrow();
        assertThat(send("GET", "/_explorer/app.js", "", "if-none-match", etag).statusCode())
                .isEqualTo(304);
    }

    @Test
    void theCertificateIsWhereScriptsForTheEmulatorLookForIt() throws Exception {
        assertThat(send("GET", "/_explorer/emulator.pem", "").body())
                .isEqualTo(send("GET", "/_mayfly/certificate", "").body());
    }

    @Test
    void theExplorerCanBeSwitchedOff() throws Exception {
        try (MayflyServer without = MayflyServer.start(
                ServerSettings.read(Map.of("MAYFLY_EXPLORER", "false"), Map.of("memory", "true", "port", "0")))) {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + without.port() + "/_explorer"))
                    .build();
            assertThat(client.send(request, HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void statisticsFlushMetricsAndTheCertificateCanBeRead() throws Exception {
        assertThat(send("GET", "/_mayfly/statistics", "", "authorization", "Bearer " + KEY)
                        .body())
                .contains("\"databases\":0");
        assertThat(send("POST", "/_mayfly/flush", "", "authorization", "Bearer " + KEY)
                        .body())
                .contains("\"purgedItems\":0");
        send("GET", "/dbs", "");
        assertThat(send("GET", "/metrics", "").body())
                .contains("mayfly_requests_seconds_count{status=\"401\",verb=\"GET\"}");
        assertThat(send("GET", "/_mayfly/certificate", "").body()).startsWith("-----BEGIN CERTIFICATE-----");
    }
}
