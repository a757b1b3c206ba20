package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.Client.Answer;

/** Any header and any body: an answer that a client understands, and never the server's fault. */
class GatewayFuzzTest {
    private static final int CASES = 5000;

    private static final List<String> KEYS = List.of(
            "[\"p\"]",
            "[]",
            "[null]",
            "[{}]",
            "[true]",
            "[-1.5e300]",
            "[\"a\",\"b\",\"c\"]",
            "[\"\\ud83d\\ude00\"]",
            "[\"\\u0000\"]",
            "[\"" + "x".repeat(2100) + "\"]",
            "{}",
            "\"p\"",
            "[[]]");

    private static final List<String> BODIES = List.of(
            "{\"id\":\"a\",\"pk\":\"p\",\"ttl\":3,\"n\":[1,2.5,-0,1e400,null,true,{\"x\":\"\\u20ac\"}]}",
            "{\"id\":\"b\",\"pk\":{\"q\":1}}",
            "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\",\"/b\"],\"kind\":\"MultiHash\",\"version\":2},"
                    + "\"defaultTtl\":5,\"uniqueKeyPolicy\":{\"uniqueKeys\":[{\"paths\":[\"/u\"]}]}}",
            "{\"id\":\"d\"}",
            "{\"query\":\"SELECT * FROM c WHERE c.id = @id\",\"parameters\":[{\"name\":\"@id\",\"value\":1}]}",
            "{\"offerVersion\":\"V2\",\"content\":{\"offerThroughput\":400}}",
            "{\"id\":\"u\",\"permissionMode\":\"Read\",\"resource\":\"dbs/db/colls/c\"}",
            "[".repeat(2000) + "]".repeat(2000),
            "{\"id\":\"" + "y".repeat(1100) + "\",\"pk\":\"p\"}",
            "");

    private static final List<String> PATHS = List.of(
            "/dbs/db/colls/c/docs",
            "/dbs/db/colls/c/docs/a",
            "/dbs/db/colls/c/docs/%F0%9F%98%80",
            "/dbs/db/colls/c",
            "/dbs/db/colls",
            "/dbs/db/colls/c/pkranges",
            "/dbs",
            "/dbs/db/users",
            "/dbs/db/users/u/permissions",
            "/dbs/%zz",
            "/offers",
            "/");

    private static final List<String> HEADERS = List.of(
            WireHeaders.IF_MATCH,
            WireHeaders.MAX_ITEM_COUNT,
            WireHeaders.CONTINUATION,
            WireHeaders.START_EPK,
            WireHeaders.PARTITION_KEY_RANGE_ID,
            WireHeaders.OFFER_THROUGHPUT,
            WireHeaders.EXPIRY_SECONDS,
            WireHeaders.CONSISTENCY_LEVEL);

    private final Client client = new Client();
    private int accepted;
    private int refused;

    @BeforeEach
    void createContainer() {
        client.post("/dbs", "{\"id\":\"db\"}").expect(201);
        client.post("/dbs/db/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"defaultTtl\":10}")
                .expect(201);
        client.post("/dbs/db/users", "{\"id\":\"u\"}").expect(201);
    }

    /** A fuzz test that only ever meets one kind of answer would look well and find nothing. */
    @AfterEach
    void close() {
        assertThat(accepted).isGreaterThan(CASES / 100);
        assertThat(refused).isGreaterThan(CASES / 100);
        client.close();
    }

    @Test
    void everyPartitionKeyHeaderIsUnderstoodOrRefused() {
        long seed = 7;
        Random random = new Random(seed);
        for (int i = 0; i < CASES; i++) {
            String key = mutated(pick(KEYS, random), random);
            String body = "{\"id\":\"a\",\"pk\":\"p\"}";
            Map<String, String> headers = Map.of(WireHeaders.PARTITION_KEY, key, WireHeaders.IS_UPSERT, "true");
            for (Verb verb : List.of(Verb.POST, Verb.GET)) {
                String path = "/dbs/db/colls/c/docs" + (verb == Verb.POST ? "" : "/a");
                check(client.send(verb, path, body, headers), "seed " + seed + ": " + verb + " with key " + key);
            }
        }
    }

    @Test
    void everyBodyIsUnderstoodOrRefused() {
        long seed = 8;
        Random random = new Random(seed);
        List<Verb> verbs = List.of(Verb.POST, Verb.POST, Verb.PUT, Verb.GET, Verb.DELETE, Verb.PATCH);
        for (int i = 0; i < CASES; i++) {
            Verb verb = pick(verbs, random);
            String path = pick(PATHS, random);
            String body = mutated(pick(BODIES, random), random);
            Map<String, String> headers = new HashMap<>();
            if (random.nextBoolean()) {
                headers.put(WireHeaders.PARTITION_KEY, pick(KEYS, random));
            }
            if (random.nextInt(4) == 0) {
                headers.put(pick(HEADERS, random), mutated(pick(List.of("1", "-1", "AA==", "\"x\""), random), random));
            }
            if (random.nextInt(8) == 0) {
                headers.put(WireHeaders.IS_UPSERT, "true");
            }
            if (random.nextInt(8) == 0) {
                headers.put(WireHeaders.CONTENT_TYPE, "application/query+json");
            }
            check(
                    client.send(verb, path, body, headers),
                    "seed " + seed + ", case " + i + ": " + verb + " " + path + " " + headers + " " + body);
            if (i % 50 == 0) {
                // What a case deleted is made again, so that the next ones are not all about missing things.
                client.post("/dbs", "{\"id\":\"db\"}");
                client.post("/dbs/db/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"defaultTtl\":10}");
                client.post("/dbs/db/users", "{\"id\":\"u\"}");
            }
        }
    }

    private void check(Answer answer, String description) {
        int status = answer.status();
        accepted += status < 300 ? 1 : 0;
        refused += status == 400 ? 1 : 0;
        assertThat(status < 300 || (status >= 400 && status < 500) || status == 501)
                .as("%s -> %d %s", description, status, answer.text())
                .isTrue();
        if (status >= 300 || !answer.text().isEmpty()) {
            assertThat(JsonValue.parse(answer.response().body()))
                    .as(description)
                    .isInstanceOf(JsonObject.class);
        }
    }

    private static <T> T pick(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }

    /** Some bytes replaced, removed or doubled; a few are left as they are. */
    private static String mutated(String text, Random random) {
        StringBuilder changed = new StringBuilder(text);
        for (int i = random.nextInt(4); i > 0 && !changed.isEmpty(); i--) {
            int at = random.nextInt(changed.length());
            switch (random.nextInt(4)) {
                case 0 -> changed.deleteCharAt(at);
                case 1 -> changed.insert(at, "[]{}\",:\\0-9eu\u0000\u20ac\ud800".charAt(random.nextInt(16)));
                case 2 -> changed.setCharAt(at, (char) random.nextInt(0x100));
                default -> changed.append(changed, at, Math.min(changed.length(), at + 20));
            }
        }
        return new String(changed.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
