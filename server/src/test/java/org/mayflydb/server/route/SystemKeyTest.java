package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest.Verb;

/** Containers that were created without a partition key, which have one of the system's. */
class SystemKeyTest {
    private static final String ITEMS = "/dbs/db/colls/old/docs";
    private static final Map<String, String> OLD = Map.of(WireHeaders.VERSION, "2018-09-17");
    private static final Map<String, String> NEW = Map.of(WireHeaders.VERSION, "2018-12-31");

    private final Client client = new Client();

    @BeforeEach
    void prepare() {
        client.post("/dbs", "{\"id\":\"db\"}").expect(201);
        client.send(Verb.POST, "/dbs/db/colls", "{\"id\":\"old\"}", OLD).expect(201);
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void clientsThatDoNotKnowTheSystemKeyDoNotSeeIt() {
        assertThat(client.send(Verb.GET, "/dbs/db/colls/old", "", NEW).text()).contains("\"systemKey\":true");
        assertThat(client.send(Verb.GET, "/dbs/db/colls/old", "", OLD).text()).doesNotContain("partitionKey");
        assertThat(client.send(Verb.GET, "/dbs/db/colls", "", OLD).text()).doesNotContain("partitionKey");
    }

    @Test
    void listsAndQueriesWithoutAKeyHaveTheItemsOfAllKeys() {
        client.send(Verb.POST, ITEMS, "{\"id\":\"a\"}", OLD).expect(201);
        client.send(
                        Verb.POST,
                        ITEMS,
                        "{\"id\":\"b\",\"_partitionKey\":\"p\"}",
                        Map.of(WireHeaders.PARTITION_KEY, "[\"p\"]"))
                .expect(201);
        assertThat(client.query(ITEMS, "SELECT VALUE c.id FROM c").text()).contains("\"_count\":2");
        assertThat(client.get(ITEMS).text()).contains("\"_count\":2");
        client.send(Verb.GET, ITEMS + "/a", "", OLD).expect(200);
    }
}
