package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.json.binary.BinaryJson;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.Client.Answer;

/** Who is answered in binary JSON, and when. */
class AnswerFormatTest {
    private static final String ITEMS = "/dbs/db/colls/c/docs";
    private static final String SUPPORTED = "x-ms-cosmos-supported-serialization-formats";
    private static final String CONTENT = "x-ms-documentdb-content-serialization-format";

    private final Client client = new Client();

    @BeforeEach
    void createItem() {
        client.createContainer();
        client.create(ITEMS, "{\"id\":\"a\",\"pk\":\"p\",\"n\":[1,2.5,\"é\"]}", "\"p\"")
                .expect(201);
    }

    @AfterEach
    void close() {
        client.close();
    }

    private Answer send(Verb verb, String path, String body, String... more) {
        Map<String, String> headers = new HashMap<>(Map.of("x-ms-documentdb-partitionkey", "[\"p\"]"));
        for (int i = 0; i < more.length; i += 2) {
            headers.put(more[i], more[i + 1]);
        }
        return client.send(verb, path, body, headers);
    }

    private Answer query(String text, String header, String value) {
        return send(
                Verb.POST,
                ITEMS,
                "{\"query\":\"" + text + "\"}",
                "content-type",
                "application/query+json",
                header,
                value);
    }

    private static boolean isBinary(Answer answer) {
        return BinaryJson.isBinary(answer.response().body());
    }

    private static JsonObject read(Answer answer) {
        byte[] text = Objects.requireNonNull(BinaryJson.toText(answer.response().body(), 4 << 20), "short");
        return (JsonObject) JsonValue.parse(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"CosmosBinary", "JsonText,CosmosBinary", "jsontext, cosmosBINARY", "HybridRow,CosmosBinary"})
    void aQueryIsAnsweredInBinaryIfTheClientUnderstandsIt(String formats) {
        Answer text = query("SELECT * FROM c", SUPPORTED, "JsonText").expect(200);
        Answer binary = query("SELECT * FROM c", SUPPORTED, formats).expect(200);
        assertThat(isBinary(text)).isFalse();
        assertThat(isBinary(binary)).isTrue();
        assertThat(read(binary)).isEqualTo(text.json());
        assertThat(binary.header("x-ms-request-charge")).isEqualTo(text.header("x-ms-request-charge"));
    }

    @Test
    void projectionsAndAggregatesAreAnsweredInBinaryToo() {
        for (String query : new String[] {
            "SELECT c.id, c.n[1] AS m, {x:[c.n]} AS o FROM c", "SELECT VALUE COUNT(1) FROM c", "SELECT VALUE c.n FROM c"
        }) {
            Answer binary = query(query, SUPPORTED, "CosmosBinary").expect(200);
            assertThat(isBinary(binary)).isTrue();
            assertThat(read(binary).toString())
                    .isEqualTo(query(query, SUPPORTED, "JsonText").expect(200).text());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"JsonText CosmosBinary", ",,", "CosmosBinary,", "Binary", "JsonText", "HybridRow", "3"})
    void aListThatDoesNotNameItOrCannotBeReadIsAnsweredAsText(String formats) {
        assertThat(isBinary(query("SELECT * FROM c", SUPPORTED, formats).expect(200)))
                .isFalse();
        assertThat(isBinary(send(Verb.GET, ITEMS + "/a", "", SUPPORTED, formats).expect(200)))
                .isFalse();
    }

    @Test
    void aListOfItemsIsBinaryOnlyByTheContentFormat() {
        Answer text = send(Verb.GET, ITEMS, "", SUPPORTED, "CosmosBinary").expect(200);
        Answer binary = send(Verb.GET, ITEMS, "", CONTENT, "CosmosBinary").expect(200);
        assertThat(isBinary(text)).isFalse();
        assertThat(isBinary(binary)).isTrue();
        assertThat(read(binary)).isEqualTo(text.json());
        assertThat(isBinary(query("SELECT * FROM c", CONTENT, "cosmosbinary").expect(200)))
                .isTrue();
    }

    @Test
    void anInvalidContentFormatIsABadRequest() {
        assertThat(query("SELECT * FROM c", CONTENT, "Binary").expect(400).text())
                .contains("The value 'Binary' specified for the header '" + CONTENT + "' is invalid.");
        send(Verb.GET, ITEMS, "", CONTENT, "x").expect(400);
        send(Verb.GET, ITEMS + "/a", "", CONTENT, "x").expect(400);
        query("SELECT * FROM c", CONTENT, "HybridRow").expect(501);
        assertThat(isBinary(query("SELECT * FROM c", CONTENT, "JsonText").expect(200)))
                .isFalse();
    }

    @Test
    void readsAndWritesOfOneItemAreAnsweredInBinary() {
        String item = "{\"id\":\"b\",\"pk\":\"p\"}";
        Answer created = send(Verb.POST, ITEMS, item, SUPPORTED, "CosmosBinary").expect(201);
        Answer replaced =
                send(Verb.PUT, ITEMS + "/b", item, SUPPORTED, "CosmosBinary").expect(200);
        Answer seen =
                send(Verb.GET, ITEMS + "/b", "", SUPPORTED, "CosmosBinary").expect(200);
        assertThat(created).matches(AnswerFormatTest::isBinary);
        assertThat(replaced).matches(AnswerFormatTest::isBinary);
        assertThat(read(seen)).isEqualTo(send(Verb.GET, ITEMS + "/b", "").json());
        assertThat(seen.header("etag"))
                .isEqualTo(Objects.requireNonNull(read(seen).get("_etag")).toJava());
    }

    @Test
    void noClientLooksForBinaryElsewhere() {
        assertThat(isBinary(send(Verb.GET, ITEMS + "/none", "", SUPPORTED, "CosmosBinary")
                        .expect(404)))
                .isFalse();
        assertThat(isBinary(query("SELECT", SUPPORTED, "CosmosBinary").expect(400)))
                .isFalse();
        assertThat(isBinary(send(
                                Verb.POST,
                                ITEMS,
                                "{\"query\":\"SELECT * FROM c\"}",
                                "x-ms-cosmos-is-query-plan-request",
                                "true",
                                SUPPORTED,
                                "CosmosBinary")
                        .expect(200)))
                .isFalse();
        assertThat(isBinary(send(Verb.GET, ITEMS, "", "a-im", "Incremental feed", CONTENT, "CosmosBinary")
                        .expect(200)))
                .isFalse();
        assertThat(isBinary(send(
                                Verb.POST,
                                ITEMS,
                                "[{\"operationType\":\"Read\",\"id\":\"a\"}]",
                                "x-ms-cosmos-is-batch-request",
                                "true",
                                "x-ms-cosmos-batch-atomic",
                                "true",
                                SUPPORTED,
                                "CosmosBinary")
                        .expect(200)))
                .isFalse();
    }

    @Test
    void whatHasNoBinaryFormIsAnsweredAsText() {
        send(Verb.POST, ITEMS, "{\"id\":\"b\",\"pk\":\"p\",\"s\":\"\\ud800\"}").expect(201);
        assertThat(send(Verb.GET, ITEMS + "/b", "", SUPPORTED, "CosmosBinary").text())
                .contains("\\ud800");
        assertThat(isBinary(query("SELECT * FROM c", SUPPORTED, "CosmosBinary").expect(200)))
                .isFalse();
    }

    @Test
    void aLargeItemIsAnsweredAsTextByItselfAndInBinaryByAQuery() {
        String item = "{\"id\":\"b\",\"pk\":\"p\",\"s\":\"" + "x".repeat(100_000) + "\"}";
        Answer created = send(Verb.POST, ITEMS, item, SUPPORTED, "CosmosBinary").expect(201);
        assertThat(isBinary(created)).isFalse();
        Answer found = query("SELECT VALUE c.s FROM c WHERE c.id='b'", SUPPORTED, "CosmosBinary")
                .expect(200);
        assertThat(isBinary(found)).isTrue();
        assertThat(found.response().body().length).isLessThan(100_200);
        assertThat(new String(found.response().body(), StandardCharsets.ISO_8859_1))
                .contains("x".repeat(1000));
    }
}
