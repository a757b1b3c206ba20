package org.mayflydb.server.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.base.MovableClock;
import org.mayflydb.json.JsonObject;
import org.mayflydb.server.auth.AccountKeys;
import org.mayflydb.server.auth.Actors;
import org.mayflydb.server.auth.KeyRing;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/** What gets into the audit log, and what happens when it cannot be written. */
class AuditLogTest {
    private static final String KEY = "bWF5Zmx5IHByaW1hcnkga2V5";

    private static final Actors ACTORS = new Actors(new KeyRing(AccountKeys.of(KEY)));

    @TempDir
    private Path directory;

    private final MovableClock clock = MovableClock.startingAt(Instant.parse("2026-11-18T10:00:00Z"));
    private Path path = Path.of("");
    private AuditLog log = AuditLog.off();

    @BeforeEach
    void open() {
        path = directory.resolve("audit").resolve("audit.log");
        log = AuditLog.to(path, clock);
    }

    @AfterEach
    void close() {
        log.close();
    }

    private void send(Verb verb, String path, String body, int status, String... headers) {
        RequestHandler inner = (request, reply) -> reply.accept(new WireResponse(status).body(request.body()));
        send(inner, verb, path, body, headers);
    }

    private void send(RequestHandler inner, Verb verb, String path, String body, String... headers) {
        TreeMap<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        send(new AuditHandler(inner, log, ACTORS), verb, path, body, all);
    }

    private static void send(AuditHandler handler, Verb verb, String path, String body, Map<String, String> all) {
        handler.handle(
                new WireRequest(verb, path, all::get, body.getBytes(StandardCharsets.UTF_8), "http://localhost"),
                response -> {});
    }

    private List<String> lines() throws Exception {
        log.close();
        return Files.exists(path) ? Files.readAllLines(path) : List.of();
    }

    @Test
    void commandsOfTheAdminApiAreRecordedWithWhoAndWhat() throws Exception {
        send(Verb.POST, "/_mayfly/clock", "{\"advanceSeconds\":60}", 200, "authorization", "Bearer " + KEY);
        assertThat(lines())
                .containsExactly(
                        "{\"time\":\"2026-11-18T10:00:00Z\",\"action\":\"admin clock\",\"path\":\"/_mayfly/clock\","
                                + "\"actor\":\"primary key\",\"address\":\"local\",\"protocol\":\"http\",\"status\":200,"
                                + "\"parameters\":\"{\\\"advanceSeconds\\\":60}\"}");
    }

    @Test
    void changesOfResourcesAreRecordedAndThoseOfItemsAreNot() throws Exception {
        send(Verb.POST, "/dbs", "{\"id\":\"shop\"}", 201);
        send(Verb.PUT, "/dbs/shop/colls/orders", "{}", 200, "x-mayfly-confirm-ttl", "true");
        send(Verb.DELETE, "/dbs//shop/users/ann", "", 204);
        send(Verb.PUT, "/offers/AbCd", "{}", 200);
        send(Verb.POST, "/dbs/shop/colls/orders/docs", "{\"id\":\"secret item\"}", 201);
        send(Verb.DELETE, "/dbs//shop/colls/orders/do%63s/a", "", 204);
        send(Verb.POST, "/dbs", "{}", 200, "x-ms-documentdb-isquery", "true");
        send(Verb.GET, "/dbs/shop/users/ann/permissions", "", 200);
        send(Verb.GET, "/_mayfly/statistics", "", 200);
        List<String> lines = lines();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).contains("\"create database\"").contains("\"id\":\"shop\"");
        assertThat(lines.get(1)).contains("\"replace container\"").contains("\"confirmTtl\":true");
        assertThat(lines.get(2)).contains("\"delete user\"");
        assertThat(lines.get(3)).contains("\"replace offer\"");
    }

    @Test
    void aRefusedCallIsRecordedWithoutWhatItSent() throws Exception {
        send(Verb.GET, "/_mayfly/statistics", "", 401, "authorization", "Bearer c29tZWJvZHkgZWxzZSdzIGtleQ==");
        send(Verb.POST, "/_mayfly/backup", "{\"directory\":\"c29tZWJvZHk\"}", 400);
        assertThat(lines())
                .hasSize(2)
                .allMatch(line -> line.contains("\"actor\":\"unknown\""))
                .noneMatch(line -> line.contains("c29tZWJvZHk"));
    }

    @Test
    void aFloodOfRefusalsDoesNotPushOtherRecordsOut() throws Exception {
        AuditHandler refusing = new AuditHandler((request, reply) -> reply.accept(new WireResponse(401)), log, ACTORS);
        for (int i = 0; i < 1000; i++) {
            send(refusing, Verb.POST, "/dbs", "", Map.of());
        }
        clock.advance(Duration.ofSeconds(1));
        send(refusing, Verb.POST, "/dbs", "", Map.of());
        List<String> lines = lines();
        assertThat(lines).hasSize(21);
        assertThat(lines.get(20)).contains("\"refusalsNotListed\":980");
    }

    @Test
    void aPathCannotForgeALine() throws Exception {
        send(Verb.DELETE, "/dbs/a\n{\"action\":\"none\"}", "", 404);
        assertThat(lines()).hasSize(1);
    }

    @Test
    void aLogThatCannotBeWrittenHoldsUpNothingAndReportsWhatIsMissing() throws Exception {
        Path inTheWay = Files.createFile(directory.resolve("audit"));
        AuditLog broken = log;
        send(Verb.DELETE, "/dbs/a", "", 204);
        while (broken.dropped() == 0) {
            Thread.onSpinWait();
        }
        Files.delete(inTheWay);
        send(Verb.DELETE, "/dbs/b", "", 204);
        List<String> lines = lines();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).contains("\"records dropped\",\"count\":1");
        assertThat(lines.get(1)).contains("/dbs/b");
    }

    @Test
    void whatIsAddedAfterTheEndIsCountedAsDropped() {
        log.close();
        log.add(JsonObject.builder().put("action", "late"));
        assertThat(log.dropped()).isEqualTo(1);
    }
}
