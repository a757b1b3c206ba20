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

/** Pages of queries that name no part of a container with several partitions. */
class UnscopedPagesTest {
    private static final String DOCS = "/dbs/db/colls/c/docs";
    private static final int ITEMS = 40;

    private final Client client = new Client();

    @BeforeEach
    void create() {
        client.post("/dbs", "{\"id\":\"db\"}").expect(201);
        client.send(
                        Verb.POST,
                        "/dbs/db/colls",
                        "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2}}",
                        Map.of("x-ms-offer-throughput", "12000"))
                .expect(201);
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
    void eachPartitionBeginsAPage() {
        List<List<String>> pages = pages("SELECT VALUE c.n FROM c", ITEMS, Map.of());
        assertThat(pages).hasSize(2).doesNotContain(List.of());
        assertThat(pages.stream().flatMap(List::stream)).doesNotHaveDuplicates().hasSize(ITEMS);
        assertThat(pages.get(0))
                .isEqualTo(pages("SELECT VALUE c.n FROM c", ITEMS, range("0")).get(0));
        assertThat(pages.get(1))
                .isEqualTo(pages("SELECT VALUE c.n FROM c", ITEMS, range("1")).get(0));
    }

    @Test
    void smallerPagesEndThereToo() {
        List<List<String>> pages = pages("SELECT VALUE c.n FROM c", 3, Map.of());
        int first = pages("SELECT VALUE c.n FROM c", ITEMS, range("0")).get(0).size();
        assertThat(pages).hasSize((first + 2) / 3 + (ITEMS - first + 2) / 3);
        assertThat(pages.stream().flatMap(List::stream)).doesNotHaveDuplicates().hasSize(ITEMS);
    }

    @Test
    void aPartitionWithoutRowsHasAnEmptyPage() {
        String only = pages("SELECT VALUE c.n FROM c", ITEMS, range("1")).get(0).get(0);
        assertThat(pages("SELECT VALUE c.n FROM c WHERE c.n = " + only, ITEMS, Map.of()))
                .containsExactly(List.of(), List.of(only));
    }

    private static Map<String, String> range(String id) {
        return Map.of("x-ms-documentdb-partitionkeyrangeid", id);
    }

    private List<List<String>> pages(String sql, int rowsMax, Map<String, String> scope) {
        List<List<String>> pages = new ArrayList<>();
        String continuation = null;
        do {
            Client.Answer page = page(sql, rowsMax, scope, continuation);
            String rows = page.text().replaceAll("(?s).*\"Documents\":\\[([^\\]]*)].*", "$1");
            pages.add(rows.isEmpty() ? List.of() : List.of(rows.split(",")));
            continuation = page.response().header("x-ms-continuation");
        } while (continuation != null);
        return pages;
    }

    private Client.Answer page(String sql, int rowsMax, Map<String, String> scope, @Nullable String continuation) {
        Map<String, String> headers = new HashMap<>(Map.of(
                "content-type",
                "application/query+json",
                "x-ms-documentdb-query-enablecrosspartition",
                "True",
                "x-ms-max-item-count",
                Integer.toString(rowsMax)));
        headers.putAll(scope);
        if (continuation != null) {
            headers.put("x-ms-continuation", continuation);
        }
        return client.send(Verb.POST, DOCS, "{\"query\":\"" + sql + "\"}", headers)
                .expect(200);
    }
}
