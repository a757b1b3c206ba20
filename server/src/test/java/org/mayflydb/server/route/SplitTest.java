package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.protocol.WireRequest.Verb;

/** What clients are told of splits. */
class SplitTest {
    private static final Map<String, String> KEY = Map.of("x-ms-documentdb-partitionkey", "[\"p\"]");
    private static final String DOCS = "/dbs/db/colls/c/docs";

    private final Client client = new Client().createContainer();

    @BeforeEach
    void splitOnce() {
        client.send(Verb.POST, DOCS, "{\"id\":\"a\",\"pk\":\"p\"}", KEY).expect(201);
        assertThat(client.get("/dbs/db/colls/c/pkranges").text()).contains("\"id\":\"0\"");
        String offer = client.get("/offers").text().replaceAll("(?s).*\"id\":\"([^\"]+)\".*", "$1");
        client.send(Verb.PUT, "/offers/" + offer, "{\"content\":{\"offerThroughput\":20000}}", Map.of())
                .expect(200);
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void theChildrenAreListedWithTheirParent() {
        assertThat(client.get("/dbs/db/colls/c/pkranges").expect(200).text())
                .contains("\"id\":\"1\"", "\"id\":\"2\"", "\"parents\":[\"0\"]", "\"_count\":2")
                .doesNotContain("\"id\":\"0\"");
    }

    @Test
    void theEtagOfTheRangesHasChanged() {
        String etag = client.get("/dbs/db/colls/c/pkranges").expect(200).header("etag");
        client.send(Verb.GET, "/dbs/db/colls/c/pkranges", "", Map.of("if-none-match", etag))
                .expect(304);
        assertThat(etag).endsWith("-2\"");
    }

    @Test
    void aListThatNamesTheParentIsRefused() {
        Map<String, String> parent = Map.of("x-ms-documentdb-partitionkeyrangeid", "0");
        assertThat(client.send(Verb.GET, DOCS, "", parent).expect(410).header("x-ms-substatus"))
                .isEqualTo("1002");
    }

    @Test
    void aQueryThatNamesTheParentIsRefused() {
        Map<String, String> parent =
                Map.of("x-ms-documentdb-partitionkeyrangeid", "0", "content-type", "application/query+json");
        assertThat(client.send(Verb.POST, DOCS, "{\"query\":\"SELECT * FROM c ORDER BY c.n\"}", parent)
                        .expect(410)
                        .header("x-ms-substatus"))
                .isEqualTo("1002");
    }

    @Test
    void aQueryForARangeThatNeverWasIsRefused() {
        Map<String, String> never =
                Map.of("x-ms-documentdb-partitionkeyrangeid", "7", "content-type", "application/query+json");
        assertThat(client.send(Verb.POST, DOCS, "{\"query\":\"SELECT * FROM c\"}", never)
                        .expect(410)
                        .header("x-ms-substatus"))
                .isEqualTo("1002");
    }

    @Test
    void itemsAreFoundByTheirKeysAsBefore() {
        client.send(Verb.GET, DOCS + "/a", "", KEY).expect(200);
        client.send(Verb.POST, DOCS, "{\"id\":\"b\",\"pk\":\"p\"}", KEY).expect(201);
        client.send(Verb.POST, DOCS, "{\"id\":\"a\",\"pk\":\"p\"}", KEY).expect(409);
    }

    @Test
    void theSessionTokenNamesTheChild() {
        assertThat(client.send(Verb.GET, DOCS + "/a", "", KEY).expect(200).header("x-ms-session-token"))
                .matches("[12]:.*");
    }
}
