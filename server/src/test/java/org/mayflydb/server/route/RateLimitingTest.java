package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.ForbiddenException;
import org.mayflydb.charge.ThroughputRules;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.Client.Answer;

/** What requests cost, and what happens when they cost too much. */
class RateLimitingTest {
    private static final Map<String, String> KEY = Map.of("x-ms-documentdb-partitionkey", "[\"p\"]");
    private static final String CONTAINER = "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}";

    private @Nullable Client opened;

    private Client open(boolean limited, boolean serverless, Map<String, String> containerHeaders) {
        Client client = new Client(new ThroughputRules(limited, serverless));
        opened = client;
        client.post("/dbs", "{\"id\":\"db\"}").expect(201);
        client.send(Verb.POST, "/dbs/db/colls", CONTAINER, containerHeaders).expect(201);
        return client;
    }

    @AfterEach
    void close() {
        if (opened != null) {
            opened.close();
        }
    }

    private static Answer create(Client client, String id) {
        return client.send(Verb.POST, "/dbs/db/colls/c/docs", "{\"id\":\"" + id + "\",\"pk\":\"p\"}", KEY);
    }

    private static Answer read(Client client, String id) {
        return client.send(Verb.GET, "/dbs/db/colls/c/docs/" + id, "", KEY);
    }

    /** Reads an item of one unit until one is refused, and answers with that. */
    private static Answer exhaust(Client client) {
        Answer answer = read(client, "a");
        for (int i = 0; answer.status() == 200; i++) {
            assertThat(i).isLessThan(20_000);
            answer = read(client, "a");
        }
        return answer;
    }

    @Test
    void whatIsOverTheBudgetOfASecondIsRefusedUntilTheNextOne() {
        Client client = open(true, false, Map.of());
        create(client, "a").expect(201);
        client.clock.advance(Duration.ofMillis(1300));
        Answer refused = exhaust(client).expect(429);
        assertThat(refused.header("x-ms-substatus")).isEqualTo("3200");
        assertThat(refused.header("x-ms-retry-after-ms")).isEqualTo("700");
        assertThat(refused.header("x-ms-request-charge")).isEqualTo("0");
        assertThat(refused.text()).contains("TooManyRequests", "Request rate is large.");
        client.clock.advance(Duration.ofMillis(699));
        read(client, "a").expect(429);
        client.clock.advance(Duration.ofMillis(1));
        read(client, "a").expect(200);
    }

    @Test
    void aSecondHasAsManyReadsAsTheContainerHasUnits() {
        Client client = open(true, false, Map.of("x-ms-offer-throughput", "500"));
        create(client, "a").expect(201);
        client.pass(1);
        for (int i = 0; i < 500; i++) {
            read(client, "a").expect(200);
        }
        read(client, "a").expect(429);
    }

    @Test
    void aRefusedWriteChangesNothing() {
        Client client = open(true, false, Map.of());
        create(client, "a").expect(201);
        exhaust(client);
        create(client, "b").expect(429);
        client.pass(1);
        read(client, "b").expect(404);
    }

    @Test
    void failuresAreChargedToo() {
        Client client = open(true, false, Map.of());
        for (int i = 0; i < 400; i++) {
            read(client, "none").expect(404);
        }
        read(client, "none").expect(429);
    }

    @Test
    void moreThroughputCountsAtOnce() {
        Client client = open(true, false, Map.of());
        create(client, "a").expect(201);
        exhaust(client);
        client.send(Verb.PUT, "/offers/" + offer(client), "{\"content\":{\"offerThroughput\":800}}", Map.of())
                .expect(200);
        read(client, "a").expect(200);
    }

    private static String offer(Client client) {
        return client.get("/offers").expect(200).text().replaceAll("(?s).*\"id\":\"([^\"]+)\".*", "$1");
    }

    @Test
    void autoscaleServesUpToItsMaximum() {
        Client client = open(true, false, Map.of("x-ms-cosmos-offer-autopilot-settings", "{\"maxThroughput\":1000}"));
        create(client, "a").expect(201);
        client.pass(1);
        for (int i = 0; i < 1000; i++) {
            read(client, "a").expect(200);
        }
        read(client, "a").expect(429);
    }

    @Test
    void containersOfADatabaseThatSharesThroughputSpendTheSameUnits() {
        Client client = open(true, false, Map.of());
        client.send(Verb.POST, "/dbs", "{\"id\":\"s\"}", Map.of("x-ms-offer-throughput", "400"))
                .expect(201);
        client.post("/dbs/s/colls", CONTAINER).expect(201);
        client.post("/dbs/s/colls", CONTAINER.replace("\"c\"", "\"e\"")).expect(201);
        for (int i = 0; i < 400; i++) {
            client.send(Verb.GET, "/dbs/s/colls/c/docs/a", "", KEY).expect(404);
        }
        client.send(Verb.GET, "/dbs/s/colls/e/docs/a", "", KEY).expect(429);
        client.send(Verb.GET, "/dbs/db/colls/c/docs/a", "", KEY).expect(404);
    }

    @Test
    void aHotPartitionIsLimitedToItsShareAndOthersGoOn() {
        Client client = open(true, false, Map.of("x-ms-offer-throughput", "12000"));
        int admitted = 0;
        while (read(client, "a").status() == 404) {
            admitted++;
        }
        assertThat(admitted).isEqualTo(6_000);
        int others = 0;
        for (int i = 0; i < 20; i++) {
            Map<String, String> other = Map.of("x-ms-documentdb-partitionkey", "[\"q" + i + "\"]");
            others += client.send(Verb.GET, "/dbs/db/colls/c/docs/a", "", other).status() == 404 ? 1 : 0;
        }
        assertThat(others).isBetween(3, 17);
    }

    @Test
    void aQueryOverSeveralPartitionsIsPaidByAllOfThem() {
        Client client = open(true, false, Map.of("x-ms-offer-throughput", "12000"));
        while (read(client, "a").status() == 404) {
            assertThat(client).isNotNull();
        }
        client.query("/dbs/db/colls/c/docs", "SELECT * FROM c").expect(429);
        client.pass(1);
        client.query("/dbs/db/colls/c/docs", "SELECT * FROM c").expect(200);
    }

    @Test
    void withoutLimitsNobodyIsRefused() {
        Client client = open(false, false, Map.of());
        for (int i = 0; i < 1000; i++) {
            read(client, "none").expect(404);
        }
    }

    @Test
    void aServerlessAccountHasNoOffers() {
        Client client = open(true, true, Map.of());
        assertThat(client.get("/offers").expect(400).text())
                .contains("Reading or replacing offers is not supported for serverless accounts.");
        client.send(
                        Verb.POST,
                        "/dbs/db/colls",
                        CONTAINER.replace("\"c\"", "\"e\""),
                        Map.of("x-ms-offer-throughput", "400"))
                .expect(400);
        client.get("/dbs/db/colls/e").expect(404);
        create(client, "a").expect(201);
    }

    @Test
    void aFullContainerTakesNoMoreUntilItemsExpire() {
        Client client = new Client(ThroughputRules.METERED, 10_000);
        opened = client;
        client.post("/dbs", "{\"id\":\"db\"}").expect(201);
        client.post("/dbs/db/colls", CONTAINER.replace("}}", "},\"defaultTtl\":60}"))
                .expect(201);
        String text = "x".repeat(1000);
        int created = 0;
        Answer answer;
        do {
            answer = client.send(
                    Verb.POST,
                    "/dbs/db/colls/c/docs",
                    "{\"id\":\"" + created + "\",\"pk\":\"p\",\"t\":\"" + text + "\"}",
                    KEY);
            created++;
        } while (answer.status() == 201 && created < 50);
        assertThat(created).isBetween(8, 10);
        assertThat(answer.expect(403).text()).contains("storage quota");
        client.send(Verb.PUT, "/dbs/db/colls/c/docs/0", "{\"id\":\"0\",\"pk\":\"p\",\"t\":\"" + text + "\"}", KEY)
                .expect(200);
        client.pass(60);
        for (int i = 0; i < 5; i++) {
            create(client, "later" + i).expect(201);
        }
    }

    /** A container that takes 10,000 bytes and holds about 5,000, in the items 0 to 3. */
    private Client halfFull() {
        Client client = new Client(ThroughputRules.METERED, 10_000);
        opened = client;
        client.post("/dbs", "{\"id\":\"db\"}").expect(201);
        client.post("/dbs/db/colls", CONTAINER.replace("}}", "},\"defaultTtl\":60}"))
                .expect(201);
        for (int i = 0; i < 4; i++) {
            client.send(Verb.POST, "/dbs/db/colls/c/docs", item(i, 1000), KEY).expect(201);
        }
        return client;
    }

    private static String item(int id, int size) {
        return "{\"id\":\"" + id + "\",\"pk\":\"p\",\"t\":\"" + "x".repeat(size) + "\"}";
    }

    @Test
    void everyWriteThatMakesAContainerTooLargeIsRefusedAndChangesNothing() {
        String patch = "{\"operations\":[{\"op\":\"set\",\"path\":\"/t\",\"value\":\"" + "y".repeat(8000) + "\"}]}";
        Map<String, String> batch = new TreeMap<>(KEY);
        batch.put("x-ms-cosmos-is-batch-request", "True");
        Map<String, String> atomic = new TreeMap<>(batch);
        atomic.put("x-ms-cosmos-batch-atomic", "True");
        Map<String, String> upsert = new TreeMap<>(KEY);
        upsert.put("x-ms-documentdb-is-upsert", "True");
        String patches = "[{\"operationType\":\"Patch\",\"id\":\"0\",\"resourceBody\":" + patch + "}]";
        String docs = "/dbs/db/colls/c/docs";
        Client client = halfFull();
        String before = client.send(Verb.GET, docs, "", KEY).expect(200).text();
        client.send(Verb.PATCH, docs + "/0", patch, KEY).expect(403);
        client.send(Verb.PUT, docs + "/0", item(0, 8000), KEY).expect(403);
        client.send(Verb.POST, docs, item(0, 8000), upsert).expect(403);
        client.send(Verb.POST, docs, item(9, 8000), KEY).expect(403);
        assertThat(client.send(Verb.POST, docs, patches, atomic).expect(207).text())
                .contains("403");
        assertThat(client.send(Verb.POST, docs, patches, batch).expect(207).text())
                .contains("403");
        assertThat(client.send(Verb.GET, docs, "", KEY).expect(200).text()).isEqualTo(before);
        client.send(Verb.PATCH, docs + "/0", patch.replace("y".repeat(7000), ""), KEY)
                .expect(200);
    }

    @Test
    void whatHasExpiredIsNotRestoredIntoAFullContainer() {
        Client client = halfFull();
        client.pass(60);
        for (int i = 10; i < 17; i++) {
            client.send(Verb.POST, "/dbs/db/colls/c/docs", item(i, 1000), KEY).expect(201);
        }
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 4; i++) {
                        client.restore("db", "c", Integer.toString(i), "[\"p\"]");
                    }
                })
                .isInstanceOf(ForbiddenException.class)
                .hasMessageContaining("storage quota");
    }

    /** The charge of a query must not tell how far the purge is. */
    @Test
    void whatHasExpiredAddsNothingToTheChargeOfAQuery() {
        Client client = open(false, false, Map.of());
        client.post("/dbs/db/colls", "{\"id\":\"t\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"defaultTtl\":-1}")
                .expect(201);
        for (int i = 0; i < 50; i++) {
            client.send(
                            Verb.POST,
                            "/dbs/db/colls/t/docs",
                            "{\"id\":\"" + i + "\",\"pk\":\"p\",\"n\":" + i % 5 + (i < 40 ? ",\"ttl\":5" : "") + "}",
                            KEY)
                    .expect(201);
        }
        client.pass(5);
        for (String query : new String[] {
            "SELECT * FROM c",
            "SELECT * FROM c WHERE c.n = 3",
            "SELECT VALUE COUNT(1) FROM c WHERE c.n > 2",
            "SELECT * FROM c ORDER BY c.n"
        }) {
            String before =
                    client.query("/dbs/db/colls/t/docs", query).expect(200).header("x-ms-request-charge");
            client.purge("db", "t");
            assertThat(client.query("/dbs/db/colls/t/docs", query).expect(200).header("x-ms-request-charge"))
                    .as(query)
                    .isEqualTo(before);
        }
    }
}
