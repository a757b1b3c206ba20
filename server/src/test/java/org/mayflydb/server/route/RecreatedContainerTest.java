package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.protocol.WireRequest.Verb;

/** Queries that name ranges of a container that was deleted and re-created with another number of partitions. */
class RecreatedContainerTest {
    private static final String DOCS = "/dbs/db/colls/c/docs";
    private static final int ITEMS = 20;

    private final Client client = new Client();

    @BeforeEach
    void recreate() {
        client.post("/dbs", "{\"id\":\"db\"}").expect(201);
        create(2, "12000");
        client.send(Verb.DELETE, "/dbs/db/colls/c", "", Map.of()).expect(204);
        create(2, "400");
        for (int i = 0; i < ITEMS; i++) {
            client.create(DOCS, "{\"id\":\"" + i + "\",\"pk\":\"p" + i + "\",\"n\":" + i + "}", "\"p" + i + "\"")
                    .expect(201);
        }
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void theFormerRangesTogetherHoldEachItemOnce() {
        assertThat(count("0", Map.of()) + count("1", Map.of())).isEqualTo(ITEMS);
        assertThat(count("0", Map.of())).isBetween(1, ITEMS - 1);
        assertThat(count("2", Map.of())).isEqualTo(ITEMS);
    }

    @Test
    void aKeyIsFoundThroughWhicheverRangeTheClientTakesItFor() {
        Map<String, String> key = Map.of("x-ms-documentdb-partitionkey", "[\"p7\"]");
        assertThat(count("0", key)).isEqualTo(1);
        assertThat(count("1", key)).isEqualTo(1);
    }

    @Test
    void pagesOfAFormerRangeContinueWhereTheyEnded() {
        int found = 0;
        String continuation = null;
        do {
            Map<String, String> headers = new HashMap<>(range("1"));
            headers.put("x-ms-max-item-count", "3");
            if (continuation != null) {
                headers.put("x-ms-continuation", continuation);
            }
            Client.Answer page = client.send(
                            Verb.POST, DOCS, "{\"query\":\"SELECT VALUE c.n FROM c ORDER BY c.n\"}", headers)
                    .expect(200);
            found += Integer.parseInt(page.header("x-ms-item-count"));
            continuation = page.response().header("x-ms-continuation");
        } while (continuation != null);
        assertThat(found).isEqualTo(count("1", Map.of()));
    }

    @Test
    void equalRowsOfAFormerRangeKeepTheOrderThatItHadAsOnePartition() {
        client.send(Verb.DELETE, "/dbs/db/colls/c", "", Map.of()).expect(204);
        create(2, "12000");
        for (int i = 0; i < ITEMS; i++) {
            client.create(DOCS, "{\"id\":\"n" + i + "\",\"pk\":\"p" + i + "\",\"n\":1}", "\"p" + i + "\"")
                    .expect(201);
        }
        List<String> up = ids("2", "SELECT VALUE c.id FROM c ORDER BY c.n");
        List<String> down = ids("2", "SELECT VALUE c.id FROM c ORDER BY c.n DESC");
        Collections.reverse(down);
        assertThat(down).isEqualTo(up).hasSize(ITEMS);
    }

    @Test
    void aPlanIsFoundByTheResourceIdOfTheFormerContainer() {
        String rid =
                String.valueOf(client.get("/dbs/db/colls/c").json().get("_rid")).replace("\"", "");
        client.send(Verb.DELETE, "/dbs/db/colls/c", "", Map.of()).expect(204);
        Map<String, String> plan = Map.of("x-ms-cosmos-is-query-plan-request", "True");
        String path = "/dbs/db/colls/" + rid + "/docs";
        client.send(Verb.POST, path, "{\"query\":\"SELECT * FROM c\"}", plan).expect(404);
        create(2, "400");
        client.send(Verb.POST, path, "{\"query\":\"SELECT * FROM c\"}", plan).expect(200);
    }

    private void create(int version, String throughput) {
        client.send(
                        Verb.POST,
                        "/dbs/db/colls",
                        "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":" + version + "}}",
                        Map.of("x-ms-offer-throughput", throughput))
                .expect(201);
    }

    private int count(String rangeId, Map<String, String> more) {
        Map<String, String> headers = new HashMap<>(range(rangeId));
        headers.putAll(more);
        String text = client.send(Verb.POST, DOCS, "{\"query\":\"SELECT VALUE COUNT(1) FROM c\"}", headers)
                .expect(200)
                .text();
        return Integer.parseInt(text.replaceAll("(?s).*\"Documents\":\\[(\\d+)].*", "$1"));
    }

    private List<String> ids(String rangeId, String sql) {
        String text = client.send(Verb.POST, DOCS, "{\"query\":\"" + sql + "\"}", range(rangeId))
                .expect(200)
                .text();
        return new ArrayList<>(List.of(
                text.replaceAll("(?s).*\"Documents\":\\[([^\\]]*)].*", "$1").split(",")));
    }

    private static Map<String, String> range(String id) {
        return Map.of("x-ms-documentdb-partitionkeyrangeid", id, "content-type", "application/query+json");
    }
}
