package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.Client.Answer;

/** Where partitions are reached, and what happens to requests that were sent to one of them. */
class DirectModeTest {
    private static final String ITEM = "{\"id\":\"a\",\"pk\":\"p\"}";
    private static final String KEY = "[\"p\"]";

    private final Client client = new Client();

    @BeforeEach
    void createContainers() {
        client.post("/dbs", "{\"id\":\"d\"}").expect(201);
        create("one", 400);
        create("four", 24_000);
    }

    @AfterEach
    void close() {
        client.close();
    }

    private void create(String id, int throughput) {
        client.send(
                        Verb.POST,
                        "/dbs/d/colls",
                        "{\"id\":\"" + id
                                + "\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}}",
                        Map.of("x-ms-offer-throughput", Integer.toString(throughput)))
                .expect(201);
    }

    private String rid(String path) {
        return values(client.get(path), "_rid").get(0);
    }

    /** All the texts that stand behind a name in an answer. */
    private static List<String> values(Answer answer, String name) {
        return Pattern.compile("\"" + name + "\":\"?([^\",}]+)")
                .matcher(answer.expect(200).text())
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private Answer addresses(String container, String rangeIds) {
        String list = "dbs/" + rid("/dbs/d") + "/colls/" + rid("/dbs/d/colls/" + container) + "/docs";
        return client.get("/addresses/?$resolveFor=" + URLEncoder.encode(list, StandardCharsets.UTF_8)
                + "&$filter=protocol%20eq%20rntbd&$partitionKeyRangeIds=" + rangeIds);
    }

    private static List<String> uris(Answer answer) {
        return values(answer, "physcialUri");
    }

    /** As a client gets it and sends it back. */
    private String replicaPath(String container, int range) {
        String uri = uris(addresses(container, Integer.toString(range))).get(0);
        return uri.substring(uri.indexOf("/apps"), uri.length() - 1);
    }

    private Answer send(Verb verb, String path, String body, String replica, Map<String, String> more) {
        Map<String, String> headers = new HashMap<>(more);
        headers.put(WireHeaders.REPLICA_PATH, replica);
        headers.putIfAbsent(WireHeaders.PARTITION_KEY, KEY);
        return client.send(verb, path, body, headers);
    }

    @Test
    void aPartitionHasAPrimaryAndThreeSecondaryAddresses() {
        Answer answer = addresses("one", "0");
        List<String> uris = uris(answer);
        assertThat(uris).hasSize(4).allMatch(uri -> uri.startsWith("rntbd://localhost:10250/apps/"));
        assertThat(uris.get(0)).endsWith("p/");
        assertThat(uris.subList(1, 4)).doesNotHaveDuplicates().allMatch(uri -> uri.endsWith("s/"));
        assertThat(answer.text()).startsWith("{\"_rid\":\"" + rid("/dbs/d/colls/one") + "\",\"Addresss\":[");
        assertThat(values(answer, "isPrimary")).containsExactly("true", "false", "false", "false");
    }

    @Test
    void onlyTheRangesThatWereAskedForAreAnswered() {
        assertThat(uris(addresses("four", "1,3")))
                .hasSize(8)
                .allMatch(uri -> uri.contains("/partitions/1/") || uri.contains("/partitions/3/"));
        assertThat(addresses("four", "4").expect(410).header("x-ms-substatus")).isEqualTo("1002");
    }

    @Test
    void theAccountsOwnResourcesHaveAddressesToo() {
        assertThat(uris(client.get("/addresses/?$resolveFor=dbs&$filter=protocol%20eq%20rntbd")))
                .hasSize(4);
    }

    @Test
    void whatIsNotAskedForProperlyIsRefused() {
        client.get("/addresses/").expect(400);
        client.get("/addresses/?$resolveFor=dbs%ZZ").expect(400);
        client.get("/addresses/?$resolveFor=dbs&$filter=protocol%20eq%20https").expect(501);
        client.get("/addresses/?$resolveFor=dbs%2Fx%2Fcolls%2Fy%2Fdocs").expect(404);
    }

    @Test
    void aFailureHasTheBareErrorsAsItsBody() {
        String replica = replicaPath("one", 0);
        assertThat(send(Verb.GET, "/dbs/d/colls/one/docs/x", "", replica, Map.of())
                        .expect(404)
                        .text())
                .isEqualTo("{\"Errors\":[\"Resource Not Found. Learn more: https://aka.ms/cosmosdb-tsg-not-found\"]}");
    }

    @Test
    void latestCommittedReadsAreNotRefusedForTheirLevel() {
        String replica = replicaPath("one", 0);
        send(Verb.POST, "/dbs/d/colls/one/docs", ITEM, replica, Map.of()).expect(201);
        String path = "/dbs/d/colls/one/docs/a";
        Map<String, String> level = Map.of("x-ms-consistency-level", "BoundedStaleness");
        send(Verb.GET, path, "", replica, level).expect(400);
        Map<String, String> strategy = new HashMap<>(level);
        strategy.put("x-ms-cosmos-read-consistency-strategy", "LatestCommitted");
        send(Verb.GET, path, "", replica, strategy).expect(200);
    }

    @Test
    void linksCanBeLeftOutOfAnItem() {
        String replica = replicaPath("one", 0);
        Answer created = send(
                        Verb.POST,
                        "/dbs/d/colls/one/docs",
                        ITEM,
                        replica,
                        Map.of("x-ms-exclude-system-properties", "true"))
                .expect(201);
        assertThat(created.json().members()).containsOnlyKeys("id", "pk", "_rid", "_etag", "_ts");
    }

    @Test
    void theAccountHasAsManyReplicasAsTheServices() {
        assertThat(client.get("/").text())
                .contains("\"userReplicationPolicy\":{\"minReplicaSetSize\":3,\"maxReplicasetSize\":4}");
    }

    @Test
    void aClientIsSentToTheHostThatItCameByUnlessAnotherOneIsAdvertised() {
        DirectEndpoint open = new DirectEndpoint("localhost", () -> 1);
        assertThat(open.hostFor("https://10.0.0.7:8081")).isEqualTo("10.0.0.7");
        assertThat(open.hostFor("http://db")).isEqualTo("db");
        assertThat(open.hostFor("https://[::1]:8081")).isEqualTo("localhost");
        assertThat(new DirectEndpoint("db.example", () -> 1).hostFor("https://10.0.0.7:8081"))
                .isEqualTo("db.example");
    }

    @Test
    void errorsSayHowFarThePartitionIs() {
        String replica = replicaPath("one", 0);
        send(Verb.POST, "/dbs/d/colls/one/docs", ITEM, replica, Map.of()).expect(201);
        Answer missing =
                send(Verb.GET, "/dbs/d/colls/one/docs/x", "", replica, Map.of()).expect(404);
        assertThat(missing.header("lsn")).isEqualTo("2");
        assertThat(missing.header("x-ms-session-token")).isEqualTo("0:-1#2");
        assertThat(missing.header("x-ms-documentdb-partitionkeyrangeid")).isEqualTo("0");
        Answer conflict = send(Verb.POST, "/dbs/d/colls/one/docs", ITEM, replica, Map.of())
                .expect(409);
        assertThat(conflict.header("x-ms-session-token")).isEqualTo("0:-1#2");
    }

    @Test
    void aReadWhoseTokenIsAheadOfThePartitionReturnsItsLsn() {
        String replica = replicaPath("one", 0);
        send(Verb.POST, "/dbs/d/colls/one/docs", ITEM, replica, Map.of()).expect(201);
        Answer ahead = send(
                        Verb.GET, "/dbs/d/colls/one/docs/a", "", replica, Map.of(WireHeaders.SESSION_TOKEN, "0:-1#3"))
                .expect(404);
        assertThat(ahead.header("x-ms-substatus")).isEqualTo("1002");
        assertThat(ahead.header("lsn")).isEqualTo("2");
    }

    @Test
    void aBarrierIsAnsweredWithHowFarThePartitionIs() {
        String replica = replicaPath("one", 0);
        send(Verb.POST, "/dbs/d/colls/one/docs", ITEM, replica, Map.of()).expect(201);
        Answer barrier =
                send(Verb.HEAD, "/dbs/d/colls/one", "", replica, Map.of()).expect(200);
        assertThat(barrier.header("lsn")).isEqualTo("2");
        assertThat(barrier.text()).isEmpty();
    }

    @Test
    void aContainerThatWasMadeAnewIsNotTheOneThatIsMeant() {
        String replica = replicaPath("one", 0);
        client.send(Verb.DELETE, "/dbs/d/colls/one", "", Map.of()).expect(204);
        Answer gone =
                send(Verb.GET, "/dbs/d/colls/one/docs/a", "", replica, Map.of()).expect(410);
        assertThat(gone.header("x-ms-substatus")).isEqualTo("1000");
        create("one", 400);
        Answer anew = send(Verb.POST, "/dbs/d/colls/one/docs", ITEM, replica, Map.of())
                .expect(410);
        assertThat(anew.header("x-ms-substatus")).isEqualTo("1000");
        client.send(Verb.GET, "/dbs/d/colls/one/docs/a", "", Map.of(WireHeaders.PARTITION_KEY, KEY))
                .expect(404);
    }

    @Test
    void aKeyIsServedByItsOwnRangeAlone() {
        List<Integer> statuses = new ArrayList<>();
        for (int range = 0; range < 4; range++) {
            Answer answer = send(Verb.POST, "/dbs/d/colls/four/docs", ITEM, replicaPath("four", range), Map.of());
            statuses.add(answer.status());
            if (answer.status() == 410) {
                assertThat(answer.header("x-ms-substatus")).isEqualTo("1007");
            }
        }
        assertThat(statuses).containsOnlyOnce(201).containsOnly(201, 410);
    }

    @Test
    void anAddressThatWasNotGivenOutIsGone() {
        Answer unknown = send(Verb.GET, "/dbs/d/colls/one/docs/a", "", "/apps/other", Map.of())
                .expect(410);
        assertThat(unknown.response().header("x-ms-substatus")).isNull();
    }

    @Test
    void whoWasLedToARangeThatIsGoneIsToldOfASplitAndWhoNamesItThatItIsGone() {
        String outside = replicaPath("one", 0).replace("/partitions/0/", "/partitions/7/");
        Answer led =
                send(Verb.GET, "/dbs/d/colls/one/docs/a", "", outside, Map.of()).expect(410);
        assertThat(led.header("x-ms-substatus")).isEqualTo("1007");
        Map<String, String> named = Map.of(WireHeaders.PARTITION_KEY_RANGE_ID, "7");
        Answer range =
                send(Verb.GET, "/dbs/d/colls/one/docs", "", outside, named).expect(410);
        assertThat(range.header("x-ms-substatus")).isEqualTo("1002");
    }

    @Test
    void aStrongerConsistencyThanTheAccountsIsRefusedForItemsAndNotForDatabases() {
        String replica = replicaPath("one", 0);
        Map<String, String> strong = Map.of(WireHeaders.CONSISTENCY_LEVEL, "Strong");
        Answer refused =
                send(Verb.GET, "/dbs/d/colls/one/docs/a", "", replica, strong).expect(400);
        assertThat(refused.text()).contains("stronger than the account's, which is Session");
        send(Verb.GET, "/dbs/d", "", ReplicaPath.MASTER.text("2s"), strong).expect(200);
    }

    @Test
    void otherContainerThanIntendedIsToldInsteadOfAStaleName() {
        String replica = replicaPath("one", 0);
        Map<String, String> intended = Map.of(WireHeaders.INTENDED_CONTAINER_RID, rid("/dbs/d/colls/one"));
        send(Verb.POST, "/dbs/d/colls/one/docs", ITEM, replica, intended).expect(201);
        client.send(Verb.DELETE, "/dbs/d/colls/one", "", Map.of()).expect(204);
        create("one", 400);
        assertThat(send(Verb.POST, "/dbs/d/colls/one/docs", ITEM, replica, intended)
                        .expect(400)
                        .header("x-ms-substatus"))
                .isEqualTo("1024");
        assertThat(send(Verb.POST, "/dbs/d/colls/one/docs", ITEM, replica, Map.of())
                        .expect(410)
                        .header("x-ms-substatus"))
                .isEqualTo("1000");
    }
}
