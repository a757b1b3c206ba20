package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.Client.Answer;

/** The gateway's answers, without transport and authentication. */
class GatewayTest {
    private static final Map<String, String> KEY = Map.of("x-ms-documentdb-partitionkey", "[\"p\"]");

    private final Client client = new Client();

    @BeforeEach
    void createContainer() {
        client.post("/dbs", "{\"id\":\"db\"}").expect(201);
        client.post("/dbs/db/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"defaultTtl\":10}")
                .expect(201);
    }

    @AfterEach
    void close() {
        client.close();
    }

    private Answer item(Verb verb, String body, String header, String value) {
        return client.send(
                verb, "/dbs/db/colls/c/docs/a", body, Map.of("x-ms-documentdb-partitionkey", "[\"p\"]", header, value));
    }

    private Answer create() {
        return client.send(Verb.POST, "/dbs/db/colls/c/docs", "{\"id\":\"a\",\"pk\":\"p\"}", KEY);
    }

    @Test
    void theAccountSendsClientsToWhereTheyCameFrom() {
        JsonObject account = client.get("/").expect(200).json();
        assertThat(account.toString())
                .contains(
                        "\"writableLocations\":[{\"name\":\"South Central US\",\"databaseAccountEndpoint\":\"https://localhost:8081/\"}]");
        assertThat(account.get("id")).hasToString("\"mayfly\"");
    }

    /** The Java client fails if they are missing. */
    @Test
    void theAccountHasNoMediaStorage() {
        Answer account = client.get("/").expect(200);
        assertThat(account.header("x-ms-max-media-storage-usage-mb")).isEqualTo("0");
        assertThat(account.header("x-ms-media-storage-usage-mb")).isEqualTo("0");
    }

    @Test
    void aContainerIsChangedOnlyUnderTheETagThatTheClientGives() {
        String etag = client.get("/dbs/db/colls/c").expect(200).header("etag");
        String body = "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"defaultTtl\":20}";
        client.send(Verb.PUT, "/dbs/db/colls/c", body, Map.of("if-match", "\"stale\""))
                .expect(412);
        client.send(Verb.PUT, "/dbs/db/colls/c", body, Map.of("if-match", Objects.requireNonNull(etag)))
                .expect(200);
        client.send(Verb.DELETE, "/dbs/db/colls/c", "", Map.of("if-match", etag))
                .expect(412);
        client.send(Verb.DELETE, "/dbs/db/colls/c", "", Map.of("if-match", "*")).expect(204);
    }

    private String selfOfA() {
        JsonObject item = create().expect(201).json();
        return "/" + Objects.requireNonNull(item.get("_self")).toJava();
    }

    @Test
    void anItemIsReadReplacedAndDeletedByItsSelfLink() {
        String self = selfOfA();
        client.send(Verb.POST, "/dbs/db/colls/c/docs", "{\"id\":\"b\",\"pk\":\"p\"}", KEY)
                .expect(201);
        assertThat(client.send(Verb.GET, self, "", KEY).expect(200).json().get("id"))
                .hasToString("\"a\"");
        client.send(Verb.PUT, self, "{\"id\":\"a\",\"pk\":\"p\",\"v\":1}", KEY).expect(200);
        client.send(Verb.PUT, self, "{\"id\":\"b\",\"pk\":\"p\"}", KEY).expect(400);
        client.send(Verb.DELETE, self, "", KEY).expect(204);
        client.send(Verb.GET, self, "", KEY).expect(404);
        client.send(Verb.GET, "/dbs/db/colls/c/docs/b", "", KEY).expect(200);
    }

    @Test
    void anIdThatLooksLikeAResourceIdIsAnIdUnderANamedContainer() {
        String self = selfOfA();
        String rid = self.substring(self.indexOf("/docs/") + 6, self.length() - 1);
        client.send(Verb.GET, "/dbs/db/colls/c/docs/" + rid, "", KEY).expect(404);
        client.send(Verb.POST, "/dbs/db/colls/c/docs", "{\"id\":\"" + rid + "\",\"pk\":\"p\",\"v\":2}", KEY)
                .expect(201);
        assertThat(client.send(Verb.GET, "/dbs/db/colls/c/docs/" + rid, "", KEY)
                        .expect(200)
                        .json()
                        .get("v"))
                .hasToString("2");
    }

    @Test
    void everyAnswerHasAnActivityIdAndACharge() {
        Answer answer = client.get("/dbs/db").expect(200);
        assertThat(answer.header("x-ms-activity-id"))
                .matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f-]{16}");
        assertThat(answer.header("x-ms-request-charge")).isEqualTo("1");
        Answer echoed = client.send(Verb.GET, "/dbs/x", "", Map.of("x-ms-activity-id", "mine"));
        assertThat(echoed.header("x-ms-activity-id")).isEqualTo("mine");
    }

    @Test
    void resourcesAreFoundByNameAndByResourceId() {
        JsonObject container = client.get("/dbs/db/colls/c").expect(200).json();
        String path = "/dbs/" + rid("/dbs/db") + "/colls/" + rid("/dbs/db/colls/c");
        assertThat(client.get(path + "/").expect(200).json()).isEqualTo(container);
        client.get(path + "/pkranges").expect(200);
    }

    private String rid(String path) {
        return (String) Objects.requireNonNull(
                Objects.requireNonNull(client.get(path).expect(200).json().get("_rid"))
                        .toJava());
    }

    @Test
    void aDatabaseThatExistsIsAConflictOfItsOwn() {
        client.post("/dbs", "{\"id\":\"twice\"}").expect(201);
        assertThat(client.post("/dbs", "{\"id\":\"twice\"}").expect(409).header("x-ms-substatus"))
                .isEqualTo("3206");
    }

    @Test
    void missingThingsAndMissingOwnersAreToldApart() {
        assertThat(client.get("/dbs/x").expect(404).response().header("x-ms-substatus"))
                .isNull();
        assertThat(client.get("/dbs/x/colls/c").expect(404).header("x-ms-substatus"))
                .isEqualTo("1003");
        assertThat(client.get("/dbs/db/colls/x").expect(404).response().header("x-ms-substatus"))
                .isNull();
        assertThat(client.get("/dbs/db/colls/x/docs").expect(404).header("x-ms-substatus"))
                .isEqualTo("1003");
        client.get("/nothing/like/this").expect(404);
    }

    @Test
    void failuresAreJsonWithACodeAndAMessage() {
        JsonObject failure = client.get("/dbs/x").json();
        assertThat(failure.get("code")).hasToString("\"NotFound\"");
        assertThat(String.valueOf(failure.get("message"))).contains("Errors").contains("ActivityId: ");
    }

    @Test
    void anItemIsCreatedReadReplacedAndDeleted() {
        Answer created = create().expect(201);
        assertThat(created.header("x-ms-session-token")).isEqualTo("0:-1#2");
        assertThat(created.header("x-ms-documentdb-partitionkeyrangeid")).isEqualTo("0");
        assertThat(created.header("x-ms-alt-content-path")).isEqualTo("dbs/db/colls/c");
        assertThat(created.header("x-ms-content-path")).isEqualTo(rid("/dbs/db/colls/c"));
        assertThat(created.header("etag")).startsWith("\"");
        assertThat(Double.parseDouble(created.header("x-ms-request-charge"))).isBetween(5.0, 6.0);
        Answer read = client.send(Verb.GET, "/dbs/db/colls/c/docs/a", "", KEY).expect(200);
        assertThat(read.text()).isEqualTo(created.text());
        assertThat(read.header("x-ms-request-charge")).isEqualTo("1");
        item(Verb.GET, "", "if-none-match", created.header("etag")).expect(304);
        item(Verb.PUT, "{\"id\":\"a\",\"pk\":\"p\",\"n\":1}", "if-match", created.header("etag"))
                .expect(200);
        item(Verb.PUT, "{\"id\":\"a\",\"pk\":\"p\",\"n\":2}", "if-match", created.header("etag"))
                .expect(412);
        client.send(Verb.DELETE, "/dbs/db/colls/c/docs/a", "", KEY).expect(204);
        client.send(Verb.GET, "/dbs/db/colls/c/docs/a", "", KEY).expect(404);
    }

    @Test
    void whoPrefersLittleGetsNoBody() {
        Answer created = client.send(
                        Verb.POST,
                        "/dbs/db/colls/c/docs",
                        "{\"id\":\"a\",\"pk\":\"p\"}",
                        Map.of("prefer", "return=minimal", "x-ms-documentdb-partitionkey", "[\"p\"]"))
                .expect(201);
        assertThat(created.text()).isEmpty();
        assertThat(created.header("etag")).startsWith("\"");
        assertThat(item(Verb.GET, "", "prefer", "return=minimal").expect(200).text())
                .isNotEmpty();
    }

    @Test
    void anUpsertSaysWhetherItCreated() {
        Map<String, String> upsert =
                Map.of("x-ms-documentdb-is-upsert", "True", "x-ms-documentdb-partitionkey", "[\"p\"]");
        client.send(Verb.POST, "/dbs/db/colls/c/docs/", "{\"id\":\"a\",\"pk\":\"p\"}", upsert)
                .expect(201);
        client.send(Verb.POST, "/dbs/db/colls/c/docs/", "{\"id\":\"a\",\"pk\":\"p\"}", upsert)
                .expect(200);
    }

    @Test
    void m15AnExpiredItemIsGoneOnTheWireToo() {
        create().expect(201);
        client.pass(9);
        client.send(Verb.GET, "/dbs/db/colls/c/docs/a", "", KEY).expect(200);
        client.pass(1);
        client.send(Verb.GET, "/dbs/db/colls/c/docs/a", "", KEY).expect(404);
        item(Verb.PUT, "{\"id\":\"a\",\"pk\":\"p\"}", "if-match", "*").expect(404);
        client.send(Verb.DELETE, "/dbs/db/colls/c/docs/a", "", KEY).expect(404);
        assertThat(client.get("/dbs/db/colls/c/docs").json().get("_count")).hasToString("0");
        assertThat(client.query("/dbs/db/colls/c/docs", "SELECT * FROM c")
                        .json()
                        .get("_count"))
                .hasToString("0");
        Answer container =
                client.send(Verb.GET, "/dbs/db/colls/c", "", Map.of("x-ms-documentdb-populatequotainfo", "True"));
        assertThat(container.header("x-ms-resource-usage")).contains("documentsCount=0;");
        create().expect(201);
    }

    @Test
    void aPointOperationNeedsAPartitionKey() {
        create();
        assertThat(client.get("/dbs/db/colls/c/docs/a").expect(400).text())
                .contains("PartitionKey value must be supplied for this operation.");
    }

    @Test
    void aKeyThatIsNotTheItemsIsAMismatch() {
        Answer answer = client.send(
                Verb.POST,
                "/dbs/db/colls/c/docs",
                "{\"id\":\"a\",\"pk\":\"p\"}",
                Map.of("x-ms-documentdb-partitionkey", "[\"q\"]"));
        assertThat(answer.expect(400).header("x-ms-substatus")).isEqualTo("1001");
        assertThat(answer.text()).contains("wrong-pk-value");
    }

    @Test
    void aContainerMadeAnewIsNoticed() {
        Answer answer = item(Verb.GET, "", "x-ms-cosmos-intended-collection-rid", rid("/dbs/db"));
        assertThat(answer.expect(400).header("x-ms-substatus")).isEqualTo("1024");
    }

    @Test
    void aContainerThatIsWrittenSaysHowFarItIs() {
        assertThat(client.post("/dbs/db/colls", "{\"id\":\"new\",\"partitionKey\":{\"paths\":[\"/pk\"]}}")
                        .expect(201)
                        .header("x-ms-session-token"))
                .isEqualTo("0:-1#1");
        create().expect(201);
        assertThat(client.send(
                                Verb.PUT,
                                "/dbs/db/colls/c",
                                "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}",
                                Map.of())
                        .expect(200)
                        .header("x-ms-session-token"))
                .isEqualTo("0:-1#2");
    }

    @Test
    void aContainerUnderAnOldNameCountsOnWhereTheOtherEnded() {
        create().expect(201);
        String before = rid("/dbs/db/colls/c");
        client.send(Verb.DELETE, "/dbs/db/colls/c", "", Map.of()).expect(204);
        assertThat(client.post("/dbs/db/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}")
                        .expect(201)
                        .header("x-ms-session-token"))
                .isEqualTo("0:-1#2");
        assertThat(create().expect(201).header("x-ms-session-token")).isEqualTo("0:-1#3");
        assertThat(rid("/dbs/db/colls/c")).isNotEqualTo(before);
    }

    @Test
    void listsArePaged() {
        for (int i = 0; i < 5; i++) {
            client.create("/dbs/db/colls/c/docs", "{\"id\":\"" + i + "\",\"pk\":" + i + "}", Integer.toString(i))
                    .expect(201);
        }
        int seen = 0;
        String continuation = "";
        do {
            Answer page = client.send(
                            Verb.GET,
                            "/dbs/db/colls/c/docs",
                            "",
                            Map.of("x-ms-max-item-count", "2", "x-ms-continuation", continuation))
                    .expect(200);
            seen += Integer.parseInt(page.header("x-ms-item-count"));
            continuation = page.header("x-ms-continuation");
        } while (!continuation.equals("null"));
        assertThat(seen).isEqualTo(5);
    }

    @Test
    void partitionKeyRangesAreSentOnceAndThenNotModified() {
        Answer ranges = client.get("/dbs/db/colls/c/pkranges").expect(200);
        assertThat(ranges.text()).contains("\"minInclusive\":\"\",\"maxExclusive\":\"FF\"");
        client.send(Verb.GET, "/dbs/db/colls/c/pkranges/", "", Map.of("if-none-match", ranges.header("etag")))
                .expect(304);
    }

    @Test
    void aRangeThatDoesNotExistIsGone() {
        Answer answer = client.send(
                Verb.GET, "/dbs/db/colls/c/docs", "", Map.of("x-ms-documentdb-partitionkeyrangeid", "AAAA,7"));
        assertThat(answer.expect(410).header("x-ms-substatus")).isEqualTo("1002");
    }

    @Test
    void resourcesAreQueriedAsClientsDo() {
        client.post("/dbs", "{\"id\":\"other\"}").expect(201);
        assertThat(client.query("/dbs", "SELECT * FROM root r WHERE r.id = \"db\"")
                        .json()
                        .get("_count"))
                .hasToString("1");
        assertThat(client.query("/dbs", "select * from root r").json().get("_count"))
                .hasToString("2");
        assertThat(client.send(
                                Verb.POST,
                                "/dbs/db/colls",
                                "{\"query\":\"SELECT * FROM root r WHERE"
                                        + " r.id=@id\",\"parameters\":[{\"name\":\"@id\",\"value\":\"c\"}]}",
                                Map.of("x-ms-documentdb-isquery", "True"))
                        .json()
                        .get("_count"))
                .hasToString("1");
    }

    @Test
    void queriesOverResourcesGoByTheClockOfTheDatabase() {
        client.clock.advance(Duration.ofDays(400));
        client.post("/dbs", "{\"id\":\"late\"}").expect(201);
        assertThat(client.query("/dbs", "SELECT * FROM r WHERE r._ts * 1000 = GetCurrentTimestamp()")
                        .json()
                        .get("_count"))
                .hasToString("1");
    }

    @Test
    void aReadNamesThePlaceOfTheItemAndTheWriteThatMadeIt() {
        String lsn = create().expect(201).header("lsn");
        client.send(Verb.POST, "/dbs/db/colls/c/docs", "{\"id\":\"b\",\"pk\":\"p\"}", KEY)
                .expect(201);
        Answer read = client.send(Verb.GET, "/dbs/db/colls/c/docs/a", "", KEY).expect(200);
        assertThat(read.header("x-ms-item-lsn")).isEqualTo(lsn);
        assertThat(read.header("content-location")).isEqualTo("https://localhost:8081/dbs/db/colls/c/docs/a");
    }

    @Test
    void aContainerIsReadWithTheSizesOfItsPartitions() {
        create().expect(201);
        Answer read = client.send(
                Verb.GET, "/dbs/db/colls/c", "", Map.of("x-ms-documentdb-populatepartitionstatistics", "True"));
        assertThat(read.expect(200).text())
                .contains("\"statistics\":[{\"id\":\"0\",\"sizeInKB\":1,\"documentCount\":1,\"partitionKeys\":[]}]");
        assertThat(client.get("/dbs/db/colls/c").text()).doesNotContain("statistics");
    }

    @Test
    void throughputIsFoundReadAndChanged() {
        JsonObject found = client.query(
                        "/offers", "SELECT * FROM c WHERE c.offerResourceId = '" + rid("/dbs/db/colls/c") + "'")
                .json();
        JsonObject offer = (JsonObject) ((JsonArray) Objects.requireNonNull(found.get("Offers")))
                .elements()
                .get(0);
        String path = "/offers/" + Objects.requireNonNull(offer.get("_rid")).toJava();
        Answer read = client.get(path).expect(200);
        assertThat(read.header("x-ms-cosmos-min-throughput")).isEqualTo("400");
        assertThat(read.text()).contains("\"offerThroughput\":400");
        String changed = offer.toString().replace("\"offerThroughput\":400", "\"offerThroughput\":1000");
        assertThat(client.send(Verb.PUT, path, changed, Map.of()).expect(200).text())
                .contains("\"offerThroughput\":1000");
    }

    @Test
    void anOfferIsNotReplacedByAnother() {
        JsonObject found = client.query("/offers", "SELECT * FROM c").json();
        JsonObject offer = (JsonObject) ((JsonArray) Objects.requireNonNull(found.get("Offers")))
                .elements()
                .get(0);
        String path = "/offers/" + Objects.requireNonNull(offer.get("_rid")).toJava();
        JsonObject other = offer.with("_rid", new JsonString("NotAllowed"));
        client.send(Verb.PUT, path, other.toString(), Map.of()).expect(400);
        client.send(Verb.PUT, "/offers" + path, offer.toString(), Map.of()).expect(400);
        assertThat(client.get(path).json()).isEqualTo(offer);
    }

    @Test
    void usersAndPermissionsComeWithTokens() {
        client.post("/dbs/db/users", "{\"id\":\"ann\"}").expect(201);
        Answer permission = client.post(
                        "/dbs/db/users/ann/permissions",
                        "{\"id\":\"p\",\"permissionMode\":\"Read\",\"resource\":\"dbs/db/colls/c\"}")
                .expect(201);
        assertThat(permission.text()).contains("\"_token\":\"type=resource&ver=1.0&sig=");
        assertThat(client.get("/dbs/db/users/ann/permissions").json().get("_count"))
                .hasToString("1");
        client.send(Verb.DELETE, "/dbs/db/users/ann", "", Map.of()).expect(204);
        client.get("/dbs/db/users/ann/permissions").expect(404);
    }

    @Test
    void whatIsNotDoneYetSaysSo() {
        client.post("/dbs/db/colls/c/sprocs", "{\"id\":\"s\",\"body\":\"\"}").expect(501);
        client.post("/dbs/db/colls/c/sprocs/s", "[]").expect(501);
        client.post("/dbs/db/colls/c/udfs", "{\"id\":\"f\",\"body\":\"\"}").expect(501);
        item(Verb.PUT, "{}", "x-ms-documentdb-pre-trigger-include", "t").expect(501);
        assertThat(client.get("/dbs/db/colls/c/conflicts").expect(200).json().get("_count"))
                .hasToString("0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%23b", "a%5Cb", "a%2520b"})
    void scriptsWhoseIdsAzureCannotVerifyAreUnauthorized(String id) {
        client.get("/dbs/db/colls/c/triggers/" + id).expect(401);
        client.send(Verb.DELETE, "/dbs/db/colls/c/triggers/" + id, "", Map.of()).expect(401);
    }

    @ParameterizedTest
    @CsvSource({"sprocs, StoredProcedures", "triggers, Triggers", "udfs, UserDefinedFunctions"})
    void listsOfScriptsAreEmpty(String segment, String member) {
        String path = "/dbs/db/colls/c/" + segment;
        String rid = String.valueOf(client.get("/dbs/db/colls/c").json().get("_rid"));
        String empty = "{\"_rid\":" + rid + ",\"" + member + "\":[],\"_count\":0}";
        assertThat(client.get(path).expect(200).text()).isEqualTo(empty);
        assertThat(client.send(
                                Verb.POST,
                                path,
                                "{\"query\":\"SELECT * FROM r\"}",
                                Map.of("x-ms-documentdb-isquery", "true", "content-type", "application/query+json"))
                        .expect(200)
                        .text())
                .isEqualTo(empty);
        client.get(path + "/absent").expect(404);
        client.get("/dbs/db/colls/absent/" + segment).expect(404);
    }

    @Test
    void queryOverConflictsNeedsAScopeOrPermissionToDoWithout() {
        assertThat(queryConflicts("x-ms-max-item-count", "1").expect(400).text())
                .contains("Cross partition query is required but disabled.");
        queryConflicts("x-ms-documentdb-query-enablecrosspartition", "True").expect(200);
        queryConflicts("x-ms-documentdb-partitionkey", "[\"a\"]").expect(200);
        queryConflicts("x-ms-documentdb-partitionkeyrangeid", "0").expect(200);
    }

    private Answer queryConflicts(String name, String value) {
        return client.send(
                Verb.POST,
                "/dbs/db/colls/c/conflicts",
                "{\"query\":\"SELECT * FROM c\"}",
                Map.of("content-type", "application/query+json", name, value));
    }

    @Test
    void theWrongMethodIsNotAllowed() {
        client.send(Verb.PUT, "/dbs/db", "{}", Map.of()).expect(405);
        client.send(Verb.PATCH, "/dbs/db/colls/c", "{}", Map.of()).expect(405);
    }
}
