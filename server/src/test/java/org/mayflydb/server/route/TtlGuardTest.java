package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.forecast.TtlGuard;
import org.mayflydb.server.protocol.WireRequest.Verb;

/** Changes of a container that would remove much at once, over the wire. */
class TtlGuardTest {
    private static final String SHORTER = "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"defaultTtl\":5}";

    private final Client client =
            new Client(new Gateway.Threads(Runnable::run, Runnable::run, Runnable::run), new TtlGuard(50));

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void changeThatRemovesTooMuchIsMadeOnlyIfConfirmed() {
        client.post("/dbs", "{\"id\":\"db\"}").expect(201);
        client.post("/dbs/db/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"defaultTtl\":100}")
                .expect(201);
        Map<String, String> key = Map.of("x-ms-documentdb-partitionkey", "[\"p\"]");
        client.send(Verb.POST, "/dbs/db/colls/c/docs", "{\"id\":\"a\",\"pk\":\"p\"}", key)
                .expect(201);
        client.pass(10);
        String etag = client.get("/dbs/db/colls/c").header("etag");
        assertThat(client.send(Verb.PUT, "/dbs/db/colls/c", SHORTER, Map.of())
                        .expect(400)
                        .text())
                .contains("would remove 1 of 1 items at once, which is more than the 50 %");
        assertThat(client.get("/dbs/db/colls/c").header("etag")).isEqualTo(etag);
        client.send(Verb.GET, "/dbs/db/colls/c/docs/a", "", key).expect(200);
        client.send(Verb.PUT, "/dbs/db/colls/c", SHORTER, Map.of("x-mayfly-confirm-ttl", "true"))
                .expect(200);
        client.send(Verb.GET, "/dbs/db/colls/c/docs/a", "", key).expect(404);
    }
}
