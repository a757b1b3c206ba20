package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.Client.Answer;

/** Resources are changed only under the ETag that the client gives. */
class IfMatchTest {
    private static final String USER = "/dbs/db/users/ann";
    private static final String PERMISSION = USER + "/permissions/p";
    private static final String PERMISSION_BODY =
            "{\"id\":\"p\",\"permissionMode\":\"Read\",\"resource\":\"dbs/db/colls/c\"}";

    private final Client client = new Client();

    @BeforeEach
    void createResources() {
        client.send(Verb.POST, "/dbs", "{\"id\":\"db\"}", Map.of("x-ms-offer-throughput", "1000"))
                .expect(201);
        client.send(
                        Verb.POST,
                        "/dbs/db/colls",
                        "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}",
                        Map.of("x-ms-offer-throughput", "400"))
                .expect(201);
        client.post("/dbs/db/users", "{\"id\":\"ann\"}").expect(201);
        client.post(USER + "/permissions", PERMISSION_BODY).expect(201);
    }

    @AfterEach
    void close() {
        client.close();
    }

    private Answer send(Verb verb, String path, String body, String etag) {
        return client.send(verb, path, body, Map.of("if-match", etag));
    }

    private String etag(String path) {
        return client.get(path).expect(200).header("etag");
    }

    @Test
    void aDatabaseIsDeletedUnderItsETagOnly() {
        send(Verb.DELETE, "/dbs/db", "", "\"stale\"").expect(412);
        client.get("/dbs/db/colls/c").expect(200);
        send(Verb.DELETE, "/dbs/db", "", etag("/dbs/db")).expect(204);
    }

    @Test
    void aUserIsReplacedUnderItsETagOnly() {
        String old = etag(USER);
        send(Verb.PUT, USER, "{\"id\":\"ann\"}", old).expect(200);
        send(Verb.PUT, USER, "{\"id\":\"anna\"}", old).expect(412);
        assertThat(etag(USER)).isNotEqualTo(old);
    }

    @Test
    void aUserIsDeletedUnderItsETagOnly() {
        send(Verb.DELETE, USER, "", "\"stale\"").expect(412);
        client.get(PERMISSION).expect(200);
        send(Verb.DELETE, USER, "", etag(USER)).expect(204);
    }

    @Test
    void aUserIsUpsertedUnderItsETagOnlyIfItExists() {
        Map<String, String> headers = Map.of("if-match", "\"stale\"", "x-ms-documentdb-is-upsert", "True");
        client.send(Verb.POST, "/dbs/db/users", "{\"id\":\"ann\"}", headers).expect(412);
        client.send(Verb.POST, "/dbs/db/users", "{\"id\":\"bob\"}", headers).expect(201);
    }

    @Test
    void aPermissionIsReplacedUnderItsETagOnly() {
        String old = etag(PERMISSION);
        send(Verb.PUT, PERMISSION, PERMISSION_BODY, old).expect(200);
        send(Verb.PUT, PERMISSION, PERMISSION_BODY, old).expect(412);
        send(Verb.PUT, PERMISSION, PERMISSION_BODY, "*").expect(200);
    }

    @Test
    void aPermissionIsDeletedUnderItsETagOnly() {
        send(Verb.DELETE, PERMISSION, "", "\"stale\"").expect(412);
        send(Verb.DELETE, PERMISSION, "", etag(PERMISSION)).expect(204);
    }

    @Test
    void aPermissionIsUpsertedUnderItsETagOnlyIfItExists() {
        Map<String, String> headers = Map.of("if-match", "\"stale\"", "x-ms-documentdb-is-upsert", "True");
        client.send(Verb.POST, USER + "/permissions", PERMISSION_BODY, headers).expect(412);
        String another = "{\"id\":\"q\",\"permissionMode\":\"Read\",\"resource\":\"dbs/db/colls/d\"}";
        client.send(Verb.POST, USER + "/permissions", another, headers).expect(201);
    }

    @Test
    void theOffersOfDatabasesAndContainersAreReplacedUnderTheirETagsOnly() {
        JsonArray offers = (JsonArray)
                Objects.requireNonNull(client.get("/offers").expect(200).json().get("Offers"));
        assertThat(offers.elements()).hasSize(2).allSatisfy(element -> {
            JsonObject offer = (JsonObject) element;
            String path = "/offers/" + Objects.requireNonNull(offer.get("_rid")).toJava();
            String body = "{\"content\":{\"offerThroughput\":2000}}";
            send(Verb.PUT, path, body, "\"stale\"").expect(412);
            String old = etag(path);
            send(Verb.PUT, path, body, old).expect(200);
            send(Verb.PUT, path, body, old).expect(412);
        });
    }
}
