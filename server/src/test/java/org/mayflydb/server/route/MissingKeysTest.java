package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.protocol.WireRequest.Verb;

/** Requests without a partition key, or without its definition. */
class MissingKeysTest {
    private static final String ITEM = "{\"id\":\"a\",\"pk\":\"p\"}";
    private static final String ITEMS = "/dbs/db/colls/c/docs";
    private static final String FEWER =
            "The partition key supplied in x-ms-partitionkey header has fewer components than"
                    + " defined in the the collection.";

    private final Client client = new Client().createContainer();

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void aNewContainerNeedsAKeySinceTheEndOf2018() {
        String body = "{\"id\":\"d\"}";
        assertThat(client.send(Verb.POST, "/dbs/db/colls", body, Map.of("x-ms-version", "2018-12-31"))
                        .expect(400)
                        .text())
                .contains("A Partition key definition is not specified in the request.");
        client.send(Verb.POST, "/dbs/db/colls", body, Map.of("x-ms-version", "2018-09-17"))
                .expect(201);
    }

    @Test
    void aWriteNeedsTheKeyInItsHeader() {
        assertThat(client.post(ITEMS, ITEM).expect(400).text()).contains(FEWER);
        assertThat(client.send(Verb.POST, ITEMS, ITEM, Map.of("x-ms-documentdb-is-upsert", "true"))
                        .expect(400)
                        .text())
                .contains(FEWER);
        assertThat(client.send(Verb.PUT, ITEMS + "/a", ITEM, Map.of())
                        .expect(400)
                        .text())
                .contains(FEWER);
    }

    @Test
    void aContainerWithoutAKeyTakesItemsWithoutOne() {
        client.post("/dbs/db/colls", "{\"id\":\"d\"}").expect(201);
        client.post("/dbs/db/colls/d/docs", ITEM).expect(201);
    }
}
