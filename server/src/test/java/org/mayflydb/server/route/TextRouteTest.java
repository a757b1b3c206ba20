package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.json.binary.BinaryJson;
import org.mayflydb.json.binary.RandomBinary;
import org.mayflydb.server.hybridrow.OperationRow;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.Client.Answer;

/** Bodies in binary JSON do what the same text does. */
class TextRouteTest {
    private static final String ITEMS = "/dbs/db/colls/c/docs";
    private static final Map<String, String> KEY = Map.of("x-ms-documentdb-partitionkey", "[\"p\"]");

    private int worked;
    private final Client client = new Client(new Gateway.Threads(
            task -> {
                worked++;
                task.run();
            },
            Runnable::run,
            Runnable::run,
            Runnable::run));

    @BeforeEach
    void createContainer() {
        client.createContainer();
        client.send(Verb.GET, ITEMS + "/none", "", KEY).expect(404);
    }

    @AfterEach
    void close() {
        client.close();
    }

    private static byte[] binary(String text) {
        return RandomBinary.write(JsonValue.parse(text.replace('\'', '"')), new Random(1));
    }

    private static Map<String, String> headers(String... more) {
        Map<String, String> headers = new HashMap<>(KEY);
        for (int i = 0; i < more.length; i += 2) {
            headers.put(more[i], more[i + 1]);
        }
        return headers;
    }

    private String stored(String id) {
        JsonObject item =
                client.send(Verb.GET, ITEMS + "/" + id, "", KEY).expect(200).json();
        return item.without("_rid")
                .without("_self")
                .without("_etag")
                .without("_attachments")
                .without("_ts")
                .toString();
    }

    @Test
    void itemsAreCreatedUpsertedAndReplaced() {
        client.send(Verb.POST, ITEMS, binary("{'id':'a','pk':'p','n':1}"), KEY).expect(201);
        assertThat(stored("a")).isEqualTo("{\"id\":\"a\",\"pk\":\"p\",\"n\":1}");
        client.send(
                        Verb.POST,
                        ITEMS,
                        binary("{'id':'a','pk':'p','n':[2.5]}"),
                        headers("x-ms-documentdb-is-upsert", "true"))
                .expect(200);
        assertThat(stored("a")).isEqualTo("{\"id\":\"a\",\"pk\":\"p\",\"n\":[2.5]}");
        client.send(Verb.PUT, ITEMS + "/a", binary("{'id':'a','pk':'p'}"), KEY).expect(200);
        assertThat(stored("a")).isEqualTo("{\"id\":\"a\",\"pk\":\"p\"}");
    }

    @Test
    void databasesAndContainersAreCreated() {
        client.send(Verb.POST, "/dbs", binary("{'id':'other'}"), Map.of()).expect(201);
        client.send(Verb.POST, "/dbs/other/colls", binary("{'id':'x','partitionKey':{'paths':['/pk']}}"), Map.of())
                .expect(201);
        client.get("/dbs/other/colls/x").expect(200);
    }

    @Test
    void patchesAndQueriesAreUnderstood() {
        client.create(ITEMS, "{\"id\":\"a\",\"pk\":\"p\",\"n\":1}", "\"p\"").expect(201);
        client.send(Verb.PATCH, ITEMS + "/a", binary("{'operations':[{'op':'incr','path':'/n','value':2}]}"), KEY)
                .expect(200);
        Answer found = client.send(
                Verb.POST,
                ITEMS,
                binary("{'query':'SELECT VALUE c.n FROM c WHERE c.n=@n','parameters':[{'name':'@n','value':3}]}"),
                headers("content-type", "application/query+json"));
        assertThat(found.expect(200).json().get("Documents")).hasToString("[3]");
    }

    @Test
    void theConditionOfAPatchIsNotEvaluatedOnAnEventLoop() {
        client.create(ITEMS, "{\"id\":\"a\",\"pk\":\"p\",\"n\":1}", "\"p\"").expect(201);
        worked = 0;
        client.send(
                        Verb.PATCH,
                        ITEMS + "/a",
                        binary("{'condition':'FROM c WHERE c.n=1','operations':[{'op':'incr','path':'/n','value':2}]}"),
                        KEY)
                .expect(200);
        assertThat(worked).isEqualTo(1);
    }

    @Test
    void aBatchMayBeBinaryAsAWhole() {
        byte[] batch = binary("[{'operationType':'Create','resourceBody':{'id':'a','pk':'p'}},"
                + "{'operationType':'Create','resourceBody':{'id':'b','pk':'p'}}]");
        Answer answer = client.send(
                Verb.POST,
                ITEMS,
                batch,
                headers("x-ms-cosmos-is-batch-request", "true", "x-ms-cosmos-batch-atomic", "true"));
        assertThat(answer.expect(200).text()).startsWith("[{\"statusCode\":201");
        assertThat(stored("b")).isEqualTo("{\"id\":\"b\",\"pk\":\"p\"}");
    }

    @Test
    void theItemsOfABatchOfRowsMayBeBinaryEachByItself() {
        byte[] rows = OperationRow.creations(
                binary("{'id':'a','pk':'p','n':1}"), "{\"id\":\"b\",\"pk\":\"p\"}".getBytes(StandardCharsets.UTF_8));
        worked = 0;
        Answer answer = client.send(
                Verb.POST,
                ITEMS,
                rows,
                headers("x-ms-cosmos-is-batch-request", "true", "x-ms-cosmos-batch-atomic", "true"));
        assertThat(answer.expect(200).response().body()[0]).isEqualTo((byte) 0x81);
        assertThat(stored("a")).isEqualTo("{\"id\":\"a\",\"pk\":\"p\",\"n\":1}");
        assertThat(worked).as("not on an event loop").isEqualTo(1);
    }

    @Test
    void everyMalformedBodyIsABadRequestAndChangesNothing() throws IOException {
        List<byte[]> malformed = new ArrayList<>();
        try (InputStream in =
                Objects.requireNonNull(BinaryJson.class.getResourceAsStream("vectors.json"), "vectors.json")) {
            for (JsonValue each : ((JsonArray) JsonValue.parse(in.readAllBytes())).elements()) {
                JsonObject vector = (JsonObject) each;
                if (vector.has("error") && vector.get("hex") instanceof JsonString hex) {
                    byte[] bytes = HexFormat.of().parseHex(hex.value());
                    malformed.add(bytes);
                    if (BinaryJson.isBinary(bytes)) {
                        malformed.add(asMember(bytes));
                    }
                }
            }
        }
        assertThat(malformed).hasSizeGreaterThan(100);
        int refused = 0;
        for (byte[] body : malformed) {
            Answer answer = client.send(Verb.POST, ITEMS, body, KEY);
            if (answer.status() == 400) {
                refused++;
                assertThat(answer.json().get("code")).hasToString("\"BadRequest\"");
            } else {
                // Counts that are wrong, and characters that wrap around, do no harm.
                assertThat(answer.status()).isIn(201, 409);
            }
            byte[] rows = OperationRow.creations(body);
            Answer batch = client.send(
                    Verb.POST,
                    ITEMS,
                    rows,
                    headers("x-ms-cosmos-is-batch-request", "true", "x-ms-cosmos-batch-atomic", "true"));
            assertThat(batch.status()).isIn(answer.status() == 400 ? List.of(400, 207) : List.of(200, 207));
        }
        assertThat(refused).isEqualTo(malformed.size() - 3);
        assertThat(client.query(ITEMS, "SELECT VALUE c.id FROM c")
                        .expect(200)
                        .json()
                        .get("_count"))
                .hasToString("1");
    }

    /** The same value as a member of an item that would be good without it. */
    private static byte[] asMember(byte[] document) {
        ByteArrayOutputStream item = new ByteArrayOutputStream();
        item.writeBytes(HexFormat.of().parseHex("80ec000000002c817882706b81708178"));
        item.write(document, 1, document.length - 1);
        byte[] bytes = item.toByteArray();
        int length = bytes.length - 6;
        bytes[2] = (byte) length;
        bytes[3] = (byte) (length >> 8);
        return bytes;
    }

    /** An item with an array of references to a string of {@code length} bytes. */
    private static byte[] expanding(int length, int references) {
        ByteArrayOutputStream item = new ByteArrayOutputStream();
        item.writeBytes(HexFormat.of().parseHex("80ec000000002c816182706b81708173c1"));
        item.write(length);
        item.write(length >> 8);
        item.writeBytes("x".repeat(length).getBytes(StandardCharsets.UTF_8));
        item.writeBytes(HexFormat.of().parseHex("8161e3"));
        item.write(2 * references);
        item.write((2 * references) >> 8);
        for (int i = 0; i < references; i++) {
            item.write(0xC3);
            item.write(16);
        }
        byte[] bytes = item.toByteArray();
        int payload = bytes.length - 6;
        for (int i = 0; i < 4; i++) {
            bytes[2 + i] = (byte) (payload >> (8 * i));
        }
        return bytes;
    }

    @Test
    void textThatIsLongerThanAnEventLoopWouldReadIsMadeElsewhere() {
        worked = 0;
        client.send(Verb.POST, ITEMS, expanding(100, 50), KEY).expect(201);
        assertThat(worked).isZero();
        client.send(Verb.PUT, ITEMS + "/a", expanding(1000, 50), KEY).expect(200);
        assertThat(worked).isEqualTo(1);
    }

    @Test
    void textThatIsLongerThanARequestMayBeIsRefused() {
        client.send(Verb.POST, ITEMS, expanding(1000, 2000), KEY).expect(201);
        client.send(Verb.PUT, ITEMS + "/a", expanding(1000, 2100), KEY).expect(413);
        client.send(Verb.PUT, ITEMS + "/a", expanding(20_000, 20_000), KEY).expect(413);
        byte[] rows = OperationRow.creations(expanding(1000, 1500), expanding(1000, 1500));
        client.send(
                        Verb.POST,
                        ITEMS,
                        rows,
                        headers("x-ms-cosmos-is-batch-request", "true", "x-ms-cosmos-batch-atomic", "true"))
                .expect(413);
    }

    @Test
    void nestingIsLimitedAsInText() {
        String deep = "{'id':'a','pk':'p','d':" + "[".repeat(127) + "]".repeat(127) + "}";
        client.send(Verb.POST, ITEMS, binary(deep), KEY).expect(201);
        byte[] deeper =
                BinaryJson.ofText(("{\"id\":\"b\",\"pk\":\"p\",\"d\":" + "[".repeat(128) + "]".repeat(128) + "}")
                        .getBytes(StandardCharsets.UTF_8));
        client.send(Verb.POST, ITEMS, Objects.requireNonNull(deeper), KEY).expect(400);
    }

    @Test
    void ofMembersOfTheSameNameTheLastCounts() {
        byte[] item = HexFormat.of().parseHex("80ea0e2c816182706b8170816e01816e02");
        client.send(Verb.POST, ITEMS, item, KEY).expect(201);
        assertThat(stored("a")).isEqualTo("{\"id\":\"a\",\"pk\":\"p\",\"n\":2}");
    }
}
