package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.json.JsonString;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.Client.Answer;

class ClientEncryptionKeyRouteTest {
    private static final String KEYS = "/dbs/db/clientencryptionkeys";

    private final Client client = new Client();

    @BeforeEach
    void createDatabase() {
        client.createContainer();
    }

    @AfterEach
    void close() {
        client.close();
    }

    private static String body(String id, String wrapped) {
        return ("{'id':'" + id + "','encryptionAlgorithm':'AEAD_AES_256_CBC_HMAC_SHA256','wrappedDataEncryptionKey':'"
                        + wrapped + "','keyWrapMetadata':{'type':'custom','name':'n','value':'v','algorithm':'algo'}}")
                .replace('\'', '"');
    }

    private static String text(Answer answer, String name) {
        return answer.json().get(name) instanceof JsonString text ? text.value() : "";
    }

    private Answer create(String id) {
        return client.post(KEYS, body(id, "AQID")).expect(201);
    }

    private Answer get(String path, String etag) {
        return client.send(Verb.GET, path, "", Map.of(WireHeaders.IF_NONE_MATCH, etag));
    }

    @Test
    void createdKeyIsReadAsItWasShown() {
        Answer created = create("k");
        assertThat(created.text())
                .startsWith(body("k", "AQID").substring(0, body("k", "AQID").length() - 1));
        assertThat(created.header(WireHeaders.ETAG)).isEqualTo(text(created, "_etag"));
        assertThat(Double.parseDouble(created.header(WireHeaders.REQUEST_CHARGE)))
                .isPositive();
        assertThat(client.get(KEYS + "/k").expect(200).text()).isEqualTo(created.text());
    }

    @Test
    void readOfAKeyThatHasNotChangedIsAnsweredWithoutABody() {
        String etag = create("k").header(WireHeaders.ETAG);
        Answer unchanged = get(KEYS + "/k", etag).expect(304);
        assertThat(unchanged.text()).isEmpty();
        assertThat(unchanged.header(WireHeaders.ETAG)).isEqualTo(etag);
        client.send(Verb.PUT, KEYS + "/k", body("k", "BAUG"), Map.of()).expect(200);
        get(KEYS + "/k", etag).expect(200);
    }

    @Test
    void keyIsReplacedOnlyInTheVersionThatTheClientKnows() {
        String etag = create("k").header(WireHeaders.ETAG);
        Answer replaced = client.send(Verb.PUT, KEYS + "/k", body("k", "BAUG"), Map.of(WireHeaders.IF_MATCH, etag))
                .expect(200);
        assertThat(replaced.header(WireHeaders.ETAG)).isNotEqualTo(etag);
        client.send(Verb.PUT, KEYS + "/k", body("k", "AAAA"), Map.of(WireHeaders.IF_MATCH, etag))
                .expect(412);
        assertThat(client.get(KEYS + "/k").text()).contains("BAUG");
    }

    @Test
    void keyIsFoundByResourceIdsToo() {
        Answer created = create("k");
        String database = text(client.get("/dbs/db"), "_rid");
        String rid = text(created, "_rid");
        assertThat(client.get("/dbs/" + database + "/clientencryptionkeys/" + rid)
                        .expect(200)
                        .text())
                .isEqualTo(created.text());
    }

    @Test
    void keysAreListedInPagesNoneOfWhichIsEmpty() {
        create("b");
        create("a");
        Answer all = client.get(KEYS).expect(200);
        assertThat(all.text()).contains("\"ClientEncryptionKeys\":[{\"id\":\"a\"");
        assertThat(all.response().header(WireHeaders.CONTINUATION)).isNull();
        Answer first = client.send(Verb.GET, KEYS, "", Map.of(WireHeaders.MAX_ITEM_COUNT, "1"))
                .expect(200);
        Answer last = client.send(
                        Verb.GET,
                        KEYS,
                        "",
                        Map.of(
                                WireHeaders.MAX_ITEM_COUNT,
                                "1",
                                WireHeaders.CONTINUATION,
                                first.header(WireHeaders.CONTINUATION)))
                .expect(200);
        assertThat(last.header(WireHeaders.ITEM_COUNT)).isEqualTo("1");
        assertThat(last.response().header(WireHeaders.CONTINUATION)).isNull();
    }

    @Test
    void keysAreQueried() {
        create("a");
        create("b");
        Answer found =
                client.query(KEYS, "SELECT * FROM root r WHERE r.id = \"b\"").expect(200);
        assertThat(found.json().get("_count")).hasToString("1");
        assertThat(found.text()).contains("\"id\":\"b\"");
    }

    @Test
    void keyIsNeitherDeletedNorPatched() {
        create("k");
        client.send(Verb.DELETE, KEYS + "/k", "", Map.of()).expect(405);
        client.send(Verb.PATCH, KEYS + "/k", "{}", Map.of()).expect(405);
        client.send(Verb.DELETE, KEYS, "", Map.of()).expect(405);
        client.get(KEYS + "/k").expect(200);
    }

    @Test
    void missingKeyAndMissingDatabaseAreToldApart() {
        assertThat(client.get(KEYS + "/none").expect(404).response().header(WireHeaders.SUB_STATUS))
                .isNull();
        assertThat(client.get("/dbs/none/clientencryptionkeys/k").expect(404).header(WireHeaders.SUB_STATUS))
                .isEqualTo("1003");
        client.send(Verb.PUT, KEYS + "/none", body("none", "AQID"), Map.of()).expect(404);
    }

    @Test
    void keysAreBelowDatabasesOnly() {
        client.get("/dbs/db/colls/c/clientencryptionkeys").expect(404);
        client.get("/clientencryptionkeys").expect(404);
    }
}
