package org.mayflydb.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.server.Caller;
import org.mayflydb.server.TestCluster;
import org.mayflydb.server.TestCluster.Member;

/** Three servers that share a store, as clients of the gateway see them. */
class ClusterTest {
    private static final int ITEMS = 60;
    private static final String CONTAINER = "dbs/d/colls/c";

    private final TestCluster cluster = new TestCluster();
    private final List<Member> members = new ArrayList<>();

    @BeforeEach
    void startThreeServersWithItems() throws Exception {
        for (String name : List.of("a", "b", "c")) {
            members.add(cluster.start(name));
        }
        assertThat(sendToList(0, "POST", "dbs", "", "{'id':'d'}").statusCode()).isEqualTo(201);
        String container = "{'id':'c','partitionKey':{'paths':['/pk'],'kind':'Hash','version':2}}";
        assertThat(sendToList(1, "POST", "colls", "dbs/d", container, "x-ms-offer-throughput", "120000")
                        .statusCode())
                .isEqualTo(201);
        for (int i = 0; i < ITEMS; i++) {
            assertThat(create(i % 3, "i" + i, i)).as("item %d", i).isEqualTo(201);
        }
    }

    @AfterEach
    void stop() {
        assertThat(cluster.violations()).as("calls of the store on event loops").isEmpty();
        cluster.close();
    }

    /** Asks for a resource, by its link. */
    private HttpResponse<String> send(int member, String verb, String type, String link, String body, String... headers)
            throws Exception {
        return send(member, verb, type, link, "/" + link, body, headers);
    }

    /** Asks for a list, or adds to one. */
    private HttpResponse<String> sendToList(
            int member, String verb, String type, String parent, String body, String... headers) throws Exception {
        return send(member, verb, type, parent, (parent.isEmpty() ? "/" : "/" + parent + "/") + type, body, headers);
    }

    private HttpResponse<String> send(
            int member, String verb, String type, String link, String path, String body, String[] headers)
            throws Exception {
        String date = Caller.date();
        List<String> all = new ArrayList<>(List.of(headers));
        all.addAll(List.of(
                "authorization", Caller.authorization(TestCluster.KEY, verb, type, link, date), "x-ms-date", date));
        return new Caller(members.get(member).server())
                .send(verb, path, body.replace('\'', '"'), all.toArray(String[]::new));
    }

    private static String key(int i) {
        return "[\"k" + i % 20 + "\"]";
    }

    private int create(int member, String id, int key) throws Exception {
        String item = "{'id':'" + id + "','pk':'k" + key % 20 + "'}";
        return sendToList(member, "POST", "docs", CONTAINER, item, "x-ms-documentdb-partitionkey", key(key))
                .statusCode();
    }

    private HttpResponse<String> read(int member, int i) throws Exception {
        return send(member, "GET", "docs", CONTAINER + "/docs/i" + i, "", "x-ms-documentdb-partitionkey", key(i));
    }

    /** All pages of a list, or of a query. */
    private List<String> ids(int member, @Nullable String query, int pageSize) throws Exception {
        List<String> ids = new ArrayList<>();
        String continuation = "";
        do {
            List<String> headers = new ArrayList<>(List.of("x-ms-max-item-count", Integer.toString(pageSize)));
            if (!continuation.isEmpty()) {
                headers.addAll(List.of("x-ms-continuation", continuation));
            }
            HttpResponse<String> page;
            if (query == null) {
                page = sendToList(member, "GET", "docs", CONTAINER, "", headers.toArray(String[]::new));
            } else {
                headers.addAll(List.of(
                        "content-type",
                        "application/query+json",
                        "x-ms-documentdb-query-enablecrosspartition",
                        "true"));
                page = sendToList(
                        member, "POST", "docs", CONTAINER, "{'query':'" + query + "'}", headers.toArray(String[]::new));
            }
            assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
            JsonArray items =
                    (JsonArray) Objects.requireNonNull(((JsonObject) JsonValue.parse(page.body())).get("Documents"));
            for (JsonValue item : items.elements()) {
                ids.add(((JsonString) Objects.requireNonNull(((JsonObject) item).get("id"))).value());
            }
            continuation = page.headers().firstValue("x-ms-continuation").orElse("");
        } while (!continuation.isEmpty());
        return ids;
    }

    private static Set<String> allIds() {
        Set<String> ids = new TreeSet<>();
        for (int i = 0; i < ITEMS; i++) {
            ids.add("i" + i);
        }
        return ids;
    }

    @Test
    void everyServerAnswersForEveryPartitionWhoeverOwnsIt() throws Exception {
        for (int member = 0; member < 3; member++) {
            for (int i = 0; i < ITEMS; i++) {
                HttpResponse<String> found = read(member, i);
                assertThat(found.statusCode()).as(found.body()).isEqualTo(200);
                assertThat(found.body()).contains("\"id\":\"i" + i + "\"");
                assertThat(found.headers().firstValue("x-ms-session-token")).isPresent();
            }
        }
        assertThat(owners().values().stream().distinct()).hasSizeGreaterThan(1);
    }

    /** Which member owns a partition; partitions that are moving are left out. */
    private Map<Integer, Integer> owners() {
        Map<Integer, Integer> owners = new TreeMap<>();
        for (int member = 0; member < members.size(); member++) {
            ContainerRecord container = members.get(member).engine().container("d", "c");
            for (PartitionSpec partition : container.partitions()) {
                if (Objects.requireNonNull(members.get(member).engine().owners())
                        .isHere(partition)) {
                    owners.put(partition.number(), member);
                }
            }
        }
        return owners;
    }

    @Test
    void aListAndAQueryOverTheWholeContainerHaveTheItemsOfAllServersOnceEach() throws Exception {
        for (int member = 0; member < 3; member++) {
            assertThat(ids(member, null, 7)).hasSize(ITEMS).containsOnlyOnceElementsOf(allIds());
            assertThat(ids(member, "SELECT * FROM c", 1000)).hasSize(ITEMS).containsOnlyOnceElementsOf(allIds());
            assertThat(ids(member, "SELECT * FROM c WHERE c.pk = \\\"k3\\\" ORDER BY c.id", 1000))
                    .containsExactly("i23", "i3", "i43");
        }
    }

    @Test
    void aContinuationThatNobodyHasWrittenIsRefused() throws Exception {
        for (String invalid : List.of("{}", "x", "{\"token\":\"\",\"range\":{\"min\":\"?\"}}")) {
            assertThat(sendToList(0, "GET", "docs", CONTAINER, "", "x-ms-continuation", invalid)
                            .statusCode())
                    .as(invalid)
                    .isEqualTo(400);
        }
    }

    @Test
    void aChangeOfAContainerIsSeenOnEveryServerOnceItIsAcknowledged() throws Exception {
        for (int member = 0; member < 3; member++) {
            String changed = "{'id':'c','defaultTtl':" + (1000 + member)
                    + ",'partitionKey':{'paths':['/pk'],'kind':'Hash','version':2}}";
            assertThat(send(member, "PUT", "colls", CONTAINER, changed).statusCode())
                    .isEqualTo(200);
            for (int other = 0; other < 3; other++) {
                assertThat(send(other, "GET", "colls", CONTAINER, "").body())
                        .contains("\"defaultTtl\":" + (1000 + member));
            }
        }
        assertThat(send(2, "DELETE", "colls", CONTAINER, "").statusCode()).isEqualTo(204);
        for (int member = 0; member < 3; member++) {
            assertThat(read(member, 1).statusCode()).isEqualTo(404);
            assertThat(create(member, "late", 1)).isEqualTo(404);
        }
    }

    @Test
    void aWriteIsReadThroughEveryServerAtOnce() throws Exception {
        for (int i = 0; i < 30; i++) {
            String id = "w" + i;
            assertThat(create(i % 3, id, i)).isEqualTo(201);
            for (int member = 0; member < 3; member++) {
                assertThat(send(
                                        member,
                                        "GET",
                                        "docs",
                                        CONTAINER + "/docs/" + id,
                                        "",
                                        "x-ms-documentdb-partitionkey",
                                        key(i))
                                .statusCode())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void addressesNameTheOwner() throws Exception {
        ContainerRecord container = members.get(0).engine().container("d", "c");
        Set<Integer> ports = new TreeSet<>();
        members.forEach(member -> ports.add(member.server().directPort().orElseThrow()));
        Set<Integer> named = new TreeSet<>();
        for (PartitionSpec partition : container.partitions()) {
            String items = "dbs/" + container.database().rid() + "/colls/" + container.rid() + "/docs";
            HttpResponse<String> addresses = send(
                    0,
                    "GET",
                    "docs",
                    container.rid().toString().toLowerCase(Locale.ROOT),
                    "/addresses/?$resolveFor=" + URLEncoder.encode(items, StandardCharsets.UTF_8)
                            + "&$filter=protocol%20eq%20rntbd&$partitionKeyRangeIds=" + partition.rangeId(),
                    "",
                    new String[0]);
            assertThat(addresses.statusCode()).as(addresses.body()).isEqualTo(200);
            Matcher port = Pattern.compile("rntbd://[^:]+:(\\d+)/").matcher(addresses.body());
            assertThat(port.find()).isTrue();
            named.add(Integer.parseInt(port.group(1)));
        }
        assertThat(named).isSubsetOf(ports).hasSizeGreaterThan(1);
    }

    @Test
    void aServerThatStopsLeavesNoRequestWithoutAnAnswer() throws Exception {
        members.remove(2).stop();
        for (int i = 0; i < ITEMS; i++) {
            assertThat(read(i % 2, i).statusCode()).as("item %d", i).isEqualTo(200);
            assertThat(create(i % 2, "s" + i, i)).isEqualTo(201);
        }
    }

    @Test
    void aServerThatIsKilledIsReplacedWhileRequestsWait() throws Exception {
        members.remove(2).kill();
        for (int i = 0; i < ITEMS; i++) {
            assertThat(read(i % 2, i).statusCode()).as("item %d", i).isEqualTo(200);
            assertThat(create(i % 2, "s" + i, i)).isEqualTo(201);
        }
        assertThat(ids(0, null, 1000)).hasSize(2 * ITEMS);
    }

    @Test
    void aServerThatJoinsTakesItsShare() throws Exception {
        members.add(cluster.start("d"));
        for (int round = 0; round < 200 && !owners().containsValue(3); round++) {
            for (int i = 0; i < ITEMS; i++) {
                assertThat(read(i % 4, i).statusCode()).as("item %d", i).isEqualTo(200);
            }
        }
        assertThat(owners()).containsValue(3);
    }
}
