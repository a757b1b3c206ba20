package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.Client.Answer;

/** The ids of items, also those that do not fit into a URL. */
class ItemIdsTest {
    private static final String ITEMS = "/dbs/db/colls/c/docs";
    private static final Map<String, String> KEY = Map.of(WireHeaders.PARTITION_KEY, "[\"p\"]");

    private final Client client = new Client().createContainer();

    @AfterEach
    void close() {
        client.close();
    }

    private static String body(String id) {
        return JsonObject.builder().put("id", id).put("pk", "p").build().toString();
    }

    private static String path(String id) {
        return ITEMS + "/"
                + URLEncoder.encode(id, StandardCharsets.UTF_8)
                        .replace("+", "%20")
                        .replace(".", "%2E");
    }

    private Answer create(String body) {
        return client.send(Verb.POST, ITEMS, body, KEY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a/b", "a?b", "a#b", "a\\b", "a ", "a  ", "a\tb", "a\rb", "a\nb", " a", "a%2Fb", ".", "..", "\u65E5"
            })
    void everyOperationTakesThem(String id) {
        create(body(id)).expect(201);
        assertThat(client.send(Verb.GET, path(id), "", KEY).expect(200).json().get("id"))
                .isEqualTo(new JsonString(id));
        client.send(Verb.PUT, path(id), body(id), KEY).expect(200);
        client.send(Verb.PATCH, path(id), "{\"operations\":[{\"op\":\"set\",\"path\":\"/n\",\"value\":1}]}", KEY)
                .expect(200);
        assertThat(client.query(ITEMS, "SELECT VALUE c.n FROM c WHERE c.id = " + new JsonString(id))
                        .expect(200)
                        .text())
                .contains("[1]");
        client.send(Verb.DELETE, path(id), "", KEY).expect(204);
        client.send(Verb.GET, path(id), "", KEY).expect(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\tb", "a\rb", "a\nb", "a\u0001b"})
    void controlCharactersNeedNotBeEscapedInAnItem(String id) {
        Answer created = create("{ \"id\" : \"" + id + "\", \"pk\": \"p\" }").expect(201);
        assertThat(created.json().get("id")).isEqualTo(new JsonString(id));
        assertThat(created.text()).doesNotContain(id);
        client.send(Verb.GET, path(id), "", KEY).expect(200);
    }

    @Test
    void aSlashThatIsNotEncodedNamesNothing() {
        create(body("a/b")).expect(201);
        client.send(Verb.GET, ITEMS + "/a/b", "", KEY).expect(404);
        client.send(Verb.GET, ITEMS + "/a/b/c", "", KEY).expect(404);
    }

    @Test
    void anItemOfAMissingContainerIsMissingLikeAnyOther() {
        Answer missing =
                client.send(Verb.GET, "/dbs/db/colls/other/docs/a", "", KEY).expect(404);
        assertThat(missing.header(WireHeaders.SUB_STATUS)).isIn("0", "null");
        assertThat(client.send(Verb.GET, "/dbs/other/colls/c/docs/a", "", KEY)
                        .expect(404)
                        .header(WireHeaders.SUB_STATUS))
                .isEqualTo("1003");
    }
}
