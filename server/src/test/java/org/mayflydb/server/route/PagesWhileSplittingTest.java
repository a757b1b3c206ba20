package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.protocol.WireRequest.Verb;

/** Later pages leave out what earlier ones have shown, and nothing else, also after a split. */
class PagesWhileSplittingTest {
    private static final String DOCS = "/dbs/db/colls/c/docs";
    private static final int ITEMS = 30;

    private final Client client = new Client();

    @BeforeEach
    void create() {
        client.post("/dbs", "{\"id\":\"db\"}").expect(201);
        client.post("/dbs/db/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2}}")
                .expect(201);
        for (int i = 0; i < ITEMS; i++) {
            String item = "{\"id\":\"" + i + "\",\"pk\":\"p" + i + "\",\"a\":" + i + ",\"b\":" + (i * 7) % ITEMS
                    + ",\"t\":[1,2,3]}";
            client.create(DOCS, item, "\"p" + i + "\"").expect(201);
        }
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void noValueIsLostIfTheRangeIsSplitBetweenPages() {
        assertThat(rowsOfASplitQuery("SELECT DISTINCT VALUE c.a FROM c").stream()
                        .distinct())
                .hasSize(ITEMS);
    }

    @Test
    void noItemCountsTwiceOrNeverIfTheRangeIsSplitBetweenPages() {
        int counted = rowsOfASplitQuery("SELECT VALUE COUNT(1) FROM c GROUP BY c.a % 9").stream()
                .mapToInt(Integer::parseInt)
                .sum();
        assertThat(counted).isEqualTo(ITEMS);
    }

    @Test
    void noRowOfAnotherItemIsLostIfAPageEndsWithinAnItem() {
        assertThat(rowsOfASplitQuery("SELECT VALUE c.a * 10 + t FROM c JOIN t IN c.t"))
                .doesNotHaveDuplicates()
                .hasSize(3 * ITEMS);
    }

    @Test
    void aPageIsRefusedIfItsIndexIsDropped() {
        String sql = "SELECT DISTINCT VALUE c.a FROM c WHERE c.b < 9";
        String next = page(sql, "0", null, new ArrayList<>());
        client.send(
                        Verb.PUT,
                        "/dbs/db/colls/c",
                        "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2},\"indexingPolicy\":{"
                                + "\"includedPaths\":[{\"path\":\"/*\"}],\"excludedPaths\":[{\"path\":\"/b/?\"}]}}",
                        Map.of())
                .expect(200);
        assertThat(send(sql, "0", next).expect(400).text()).contains("the indexing policy has changed");
    }

    /** Reads a page, splits the range, and continues in both parts as a client in direct mode does. */
    private List<String> rowsOfASplitQuery(String sql) {
        List<String> rows = new ArrayList<>();
        String continuation = page(sql, "0", null, rows);
        String offer = client.get("/offers").text().replaceAll("(?s).*\"id\":\"([^\"]+)\".*", "$1");
        client.send(Verb.PUT, "/offers/" + offer, "{\"content\":{\"offerThroughput\":20000}}", Map.of())
                .expect(200);
        for (String child : List.of("1", "2")) {
            String next = continuation;
            do {
                next = page(sql, child, next, rows);
            } while (next != null);
        }
        return rows;
    }

    private @Nullable String page(String sql, String rangeId, @Nullable String continuation, List<String> rows) {
        Client.Answer answer = send(sql, rangeId, continuation).expect(200);
        String documents = answer.text().replaceAll("(?s).*\"Documents\":\\[([^\\]]*)].*", "$1");
        if (!documents.isEmpty()) {
            rows.addAll(List.of(documents.split(",")));
        }
        return answer.response().header("x-ms-continuation");
    }

    private Client.Answer send(String sql, String rangeId, @Nullable String continuation) {
        Map<String, String> headers = new HashMap<>(Map.of(
                "x-ms-documentdb-partitionkeyrangeid",
                rangeId,
                "content-type",
                "application/query+json",
                "x-ms-max-item-count",
                "4"));
        if (continuation != null) {
            headers.put("x-ms-continuation", continuation);
        }
        return client.send(Verb.POST, DOCS, "{\"query\":\"" + sql + "\"}", headers);
    }
}
