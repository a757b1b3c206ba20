package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
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
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.Client.Answer;

/** Queries and plans as they are sent and answered. */
class QueriesTest {
    private static final String ITEMS = "/dbs/db/colls/c/docs";
    private static final String WIDE = "/dbs/db/colls/wide/docs";
    private static final int COUNT = 30;

    private final Client client = new Client();

    @BeforeEach
    void fill() {
        client.post("/dbs", "{\"id\":\"db\"}").expect(201);
        client.post(
                        "/dbs/db/colls",
                        "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2},\"defaultTtl\":-1}")
                .expect(201);
        client.send(
                        Verb.POST,
                        "/dbs/db/colls",
                        "{\"id\":\"wide\",\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2}}",
                        Map.of("x-ms-offer-throughput", "24000"))
                .expect(201);
        for (String items : List.of(ITEMS, WIDE)) {
            for (int i = 0; i < COUNT; i++) {
                String key = "p" + i % 5;
                client.send(
                                Verb.POST,
                                items,
                                "{\"id\":\"i" + i + "\",\"pk\":\"" + key + "\",\"n\":" + i + ",\"ttl\":100}",
                                Map.of("x-ms-documentdb-partitionkey", "[\"" + key + "\"]"))
                        .expect(201);
            }
        }
    }

    @AfterEach
    void close() {
        client.close();
    }

    private Answer ask(String path, String body, String... headers) {
        Map<String, String> all =
                new HashMap<>(Map.of("x-ms-documentdb-isquery", "True", "x-mayfly-whole-query", "True"));
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        return client.send(Verb.POST, path, body, all);
    }

    private static String query(String sql) {
        return JsonObject.builder().put("query", sql).build().toString();
    }

    private static List<JsonValue> rows(Answer answer) {
        return ((JsonArray) Objects.requireNonNull(answer.expect(200).json().get("Documents"))).elements();
    }

    @Test
    void rowsComeInAnEnvelopeWithTheirCount() {
        Answer answer = ask(ITEMS, query("SELECT VALUE c.id FROM c WHERE c.n < 2 ORDER BY c.n"));
        assertThat(answer.expect(200).text())
                .isEqualTo("{\"_rid\":\"" + answer.header("x-ms-content-path")
                        + "\",\"Documents\":[\"i0\",\"i1\"],\"_count\":2}");
        assertThat(answer.header("x-ms-item-count")).isEqualTo("2");
        assertThat(answer.header("x-ms-session-token")).startsWith("0:-1#");
        assertThat(answer.header("x-ms-documentdb-partitionkeyrangeid")).isEqualTo("0");
        assertThat(answer.header("x-ms-alt-content-path")).isEqualTo("dbs/db/colls/c");
        assertThat(Double.parseDouble(answer.header("x-ms-request-charge"))).isGreaterThan(1);
        assertThat(answer.header("x-ms-continuation")).isEqualTo("null");
    }

    @ParameterizedTest
    @CsvSource({
        "x-ms-documentdb-isquery, TRUE",
        "x-ms-documentdb-query, True",
        "content-type, application/query+json; charset=utf-8"
    })
    void everyClientHasItsWayToSayThatItAsks(String header, String value) {
        Answer answer = client.send(
                Verb.POST, ITEMS, query("SELECT VALUE c.id FROM c WHERE c.pk = 'none'"), Map.of(header, value));
        assertThat(rows(answer)).isEmpty();
    }

    @Test
    void parametersAreGivenByName() {
        String body = "{\"query\":\"SELECT VALUE c.id FROM c WHERE c.n = @n AND c.pk = @key\","
                + "\"parameters\":[{\"name\":\"@n\",\"value\":7},{\"name\":\"@key\",\"value\":\"p2\"}]}";
        assertThat(rows(ask(ITEMS, body))).hasToString("[\"i7\"]");
    }

    @Test
    void parameterWithoutAValueIsUndefined() {
        String sql = "\"query\":\"SELECT VALUE COUNT(1) FROM c WHERE NOT IS_DEFINED(@n) OR c.n = @n\"";
        assertThat(rows(ask(ITEMS, "{" + sql + ",\"parameters\":[{\"name\":\"@n\"}]}")))
                .hasToString("[" + COUNT + "]");
        assertThat(rows(ask(ITEMS, "{" + sql + "}"))).hasToString("[" + COUNT + "]");
    }

    @Test
    void pagesGoOnUntilThereIsNoContinuation() {
        List<JsonValue> all = new ArrayList<>();
        String continuation = "";
        int pages = 0;
        do {
            Answer page = ask(
                    ITEMS,
                    query("SELECT VALUE c.n FROM c ORDER BY c.n DESC"),
                    "x-ms-max-item-count",
                    "7",
                    "x-ms-continuation",
                    continuation);
            all.addAll(rows(page));
            continuation = page.header("x-ms-continuation");
            pages++;
        } while (!continuation.equals("null"));
        assertThat(pages).isEqualTo(5);
        assertThat(all).hasSize(COUNT).first().hasToString("29");
    }

    @Test
    void pageSizeMayBeLeftToTheServer() {
        assertThat(rows(ask(ITEMS, query("SELECT * FROM c"), "x-ms-max-item-count", "-1")))
                .hasSize(COUNT);
    }

    @Test
    void continuationOfAnotherQueryIsRefused() {
        String token =
                ask(ITEMS, query("SELECT * FROM c"), "x-ms-max-item-count", "1").header("x-ms-continuation");
        ask(ITEMS, query("SELECT c.id FROM c"), "x-ms-continuation", token).expect(400);
        ask(ITEMS, query("SELECT * FROM c"), "x-ms-continuation", "nonsense").expect(400);
    }

    @Test
    void partitionKeyRestrictsTheQuery() {
        Answer answer = ask(WIDE, query("SELECT VALUE COUNT(1) FROM c"), "x-ms-documentdb-partitionkey", "[\"p1\"]");
        assertThat(rows(answer)).hasToString("[6]");
    }

    @Test
    void rangesShareTheItemsAmongThem() {
        List<JsonValue> found = new ArrayList<>();
        for (int range = 0; range < 4; range++) {
            Answer answer = ask(
                    WIDE,
                    query("SELECT VALUE c.id FROM c"),
                    "x-ms-documentdb-partitionkeyrangeid",
                    "AAAAAYAAAAI=," + range);
            found.addAll(rows(answer));
            assertThat(answer.header("x-ms-session-token")).startsWith(range + ":-1#");
        }
        assertThat(found).hasSize(COUNT).doesNotHaveDuplicates();
        assertThat(ask(WIDE, query("SELECT * FROM c"), "x-ms-documentdb-partitionkeyrangeid", "9")
                        .expect(410)
                        .header("x-ms-substatus"))
                .isEqualTo("1002");
    }

    @Test
    void boundsOfHashesRestrictTheQuery() {
        List<JsonValue> low =
                rows(ask(WIDE, query("SELECT VALUE c.id FROM c"), "x-ms-start-epk", "", "x-ms-end-epk", "1FFFFFFF"));
        List<JsonValue> high =
                rows(ask(WIDE, query("SELECT VALUE c.id FROM c"), "x-ms-start-epk", "1FFFFFFF", "x-ms-end-epk", "FF"));
        assertThat(low).isNotEmpty().doesNotContainAnyElementsOf(high);
        assertThat(low.size() + high.size()).isEqualTo(COUNT);
    }

    @Test
    void queryOverAllRangesIsAnsweredAsAWhole() {
        assertThat(rows(ask(WIDE, query("SELECT TOP 3 VALUE c.n FROM c ORDER BY c.n DESC"))))
                .hasToString("[29, 28, 27]");
        Answer sum = ask(WIDE, query("SELECT SUM(c.n) + 1 AS s FROM c"));
        assertThat(rows(sum)).hasToString("[{\"s\":436}]");
        assertThat(sum.header("x-ms-session-token")).isEqualTo("null");
    }

    @Test
    void expiredItemsAreNotFound() {
        client.pass(100);
        assertThat(rows(ask(ITEMS, query("SELECT VALUE COUNT(1) FROM c")))).hasToString("[0]");
    }

    @Test
    void metricsAreToldToThoseWhoAsk() {
        assertThat(ask(ITEMS, query("SELECT * FROM c")).header("x-ms-documentdb-query-metrics"))
                .isEqualTo("null");
        Answer answer = ask(ITEMS, query("SELECT * FROM c"), "x-ms-documentdb-populatequerymetrics", "true");
        assertThat(answer.header("x-ms-documentdb-query-metrics"))
                .matches("([A-Za-z]+=[0-9]+(\\.[0-9]{2})?;)+indexUtilizationRatio=1\\.00")
                .contains(";retrievedDocumentCount=30;", ";outputDocumentCount=30;")
                .doesNotContain("queryCompileTimeInMs=0.00", "PlanBuildTimeInMs=0.00", "documentLoadTimeInMs=0.00");
    }

    @Test
    void itemsOfAPartitionKeyAreCountedByTheIndexAlone() {
        Answer answer = ask(
                ITEMS,
                query("SELECT VALUE COUNT(1) FROM c"),
                "x-ms-documentdb-partitionkey",
                "[\"p1\"]",
                "x-ms-documentdb-populatequerymetrics",
                "true");
        assertThat(rows(answer)).hasToString("[6]");
        assertThat(answer.header("x-ms-documentdb-query-metrics"))
                .contains(";retrievedDocumentCount=0;retrievedDocumentSize=0;")
                .endsWith(";indexUtilizationRatio=1.00");
        client.pass(100);
        assertThat(rows(ask(ITEMS, query("SELECT VALUE COUNT(1) FROM c"), "x-ms-documentdb-partitionkey", "[\"p1\"]")))
                .hasToString("[0]");
    }

    @Test
    void indexOfThePartitionKeyIsUsedIfTheRequestNamesAKey() {
        Answer answer = ask(
                ITEMS,
                query("SELECT * FROM c"),
                "x-ms-documentdb-partitionkey",
                "[\"p1\"]",
                "x-ms-cosmos-populateindexmetrics-v2",
                "true");
        assertThat(URLDecoder.decode(answer.header("x-ms-cosmos-index-utilization"), StandardCharsets.UTF_8))
                .startsWith("{\"UtilizedIndexes\":{\"SingleIndexes\":[{\"IndexSpec\":\"/pk/?\"}]");
    }

    @Test
    void theTimesOfAnExecutionAddUpToNoMoreThanTheWhole() {
        String metrics = ask(
                        ITEMS, query("SELECT * FROM c WHERE c.n > 0"), "x-ms-documentdb-populatequerymetrics", "true")
                .header("x-ms-documentdb-query-metrics");
        Map<String, Long> times = new HashMap<>();
        for (String metric : metrics.split(";", -1)) {
            int mark = metric.indexOf('=');
            times.put(metric.substring(0, mark), Math.round(100 * Double.parseDouble(metric.substring(mark + 1))));
        }
        assertThat(times.getOrDefault("indexLookupTimeInMs", 0L) + times.getOrDefault("documentLoadTimeInMs", 0L))
                .isLessThanOrEqualTo(times.get("VMExecutionTimeInMs"));
    }

    @Test
    void useOfTheIndexIsToldInTheFormThatTheClientReads() {
        Answer first = ask(ITEMS, query("SELECT * FROM c WHERE c.n = 1"), "x-ms-cosmos-populateindexmetrics", "True");
        String decoded = new String(
                Base64.getDecoder().decode(first.header("x-ms-cosmos-index-utilization")), StandardCharsets.UTF_8);
        assertThat(decoded).isEqualTo("""
            {"UtilizedSingleIndexes":[{"FilterExpression":"","IndexSpec":"/n/?","FilterPreciseSet":true,\
            "IndexPreciseSet":true,"IndexImpactScore":"High"}],"PotentialSingleIndexes":[],\
            "UtilizedCompositeIndexes":[],"PotentialCompositeIndexes":[]}\
            """);
        Answer second = ask(
                ITEMS,
                query("SELECT * FROM c WHERE c.n = 1 AND c.k > 2"),
                "x-ms-cosmos-populateindexmetrics-v2",
                "true");
        String header = second.header("x-ms-cosmos-index-utilization");
        assertThat(header).startsWith("%7B%22UtilizedIndexes%22");
        assertThat(URLDecoder.decode(header, StandardCharsets.UTF_8)).isEqualTo("""
            {"UtilizedIndexes":{"SingleIndexes":[{"IndexSpec":"/n/?"},{"IndexSpec":"/k/?"}],"CompositeIndexes":[]},\
            "PotentialIndexes":{"SingleIndexes":[],"CompositeIndexes":[{"IndexSpecs":["/n ASC","/k ASC"],\
            "IndexImpactScore":"High"}]}}\
            """);
    }

    @Test
    void errorsPointIntoTheText() {
        Answer answer = ask(ITEMS, query("SELECT * FROM c WHERE"), "x-ms-activity-id", "mine")
                .expect(400);
        assertThat(answer.json().get("code")).hasToString("\"BadRequest\"");
        String message = ((JsonString) Objects.requireNonNull(answer.json().get("message"))).value();
        assertThat(message)
                .startsWith("Message: {\"errors\":[{\"severity\":\"Error\",\"location\":{\"start\":")
                .contains("\"code\":\"SC1001\"")
                .endsWith("\r\nActivityId: mine");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"query\":7}",
                "{}",
                "[]",
                "{\"query\":\"SELECT 1\",\"parameters\":{}}",
                "{\"query\":\"SELECT 1\",\"parameters\":[{\"value\":1}]}"
            })
    void bodyThatIsNoQueryIsRefused(String body) {
        ask(ITEMS, body).expect(400);
    }

    private Answer plan(String path, String sql, String... headers) {
        List<String> all = new ArrayList<>(List.of(headers));
        all.addAll(List.of("x-ms-documentdb-isquery", "false", "x-ms-cosmos-is-query-plan-request", "True"));
        return ask(path, query(sql), all.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT VALUE COUNT(1) FROM c",
                "SELECT DISTINCT c.n FROM c",
                "SELECT c.n, COUNT(1) AS k FROM c GROUP BY c.n",
                "SELECT TOP 5 VALUE c.n FROM c ORDER BY c.n",
                "SELECT * FROM c OFFSET 1 LIMIT 2",
                "SELECT TOP 2 * FROM c ORDER BY VectorDistance(c.v, [1])",
                "SELECT TOP 2 * FROM c ORDER BY RANK FullTextScore(c.t, 'a')"
            })
    void plansDoNotDependOnTheNumberOfPartitions(String sql) {
        String features = "x-ms-cosmos-supported-query-features";
        String all = "Aggregate, Distinct, GroupBy, MultipleOrderBy, MultipleAggregates, OffsetAndLimit, OrderBy, Top,"
                + "NonValueAggregate, NonStreamingOrderBy, HybridSearch";
        String one = plan(ITEMS, sql, features, all).expect(200).text();
        assertThat(one).isEqualTo(plan(WIDE, sql, features, all).expect(200).text());
        assertThat(one)
                .isEqualTo(plan(ITEMS, sql, features, all, "x-ms-documentdb-partitionkey", "[\"p1\"]")
                        .expect(200)
                        .text());
        ask(ITEMS, query(sql)).expect(200);
    }

    @Test
    void theBeginningOfAKeyMayBeInSeveralPartitions() {
        client.post(
                        "/dbs/db/colls",
                        "{\"id\":\"deep\",\"partitionKey\":{\"kind\":\"MultiHash\",\"paths\":[\"/a\",\"/b\"],\"version\":2}}")
                .expect(201);
        String sql = "SELECT COUNT(1) + 1 AS n FROM c";
        plan("/dbs/db/colls/deep/docs", sql, "x-ms-documentdb-partitionkey", "[\"p1\"]")
                .expect(400);
        plan("/dbs/db/colls/deep/docs", sql, "x-ms-documentdb-partitionkey", "[\"p1\",1]")
                .expect(200);
    }

    @Test
    void severalPartitionsAreLeftToAClientThatKnowsHow() {
        String sql = "SELECT * FROM c ORDER BY c.n";
        assertThat(plan(WIDE, sql, "x-ms-cosmos-supported-query-features", "Aggregate, OrderBy")
                        .expect(200)
                        .text())
                .contains("{documentdb-formattableorderbyquery-filter}");
        assertThat(plan(WIDE, sql).expect(400).text()).contains("OrderBy");
    }

    @ParameterizedTest
    @CsvSource({
        "SELECT * FROM c, true",
        "SELECT DISTINCT VALUE c.n FROM c, false",
        "SELECT DISTINCT VALUE c.n FROM c ORDER BY c.n, true",
        "'SELECT c.n, COUNT(1) AS k FROM c GROUP BY c.n', false",
    })
    void onlyWhatClientsCannotContinueThemselvesIsExecutedDirectly(String sql, String requiresDistribution) {
        assertThat(ask(
                                ITEMS,
                                query(sql),
                                WireHeaders.OPTIMISTIC_DIRECT_EXECUTION,
                                "True",
                                WireHeaders.PARTITION_KEY,
                                "[\"p\"]")
                        .expect(200)
                        .header(WireHeaders.REQUIRES_DISTRIBUTION))
                .isEqualTo(requiresDistribution);
    }

    @Test
    void planForAGivenPartitionKeyIsGoodForAnyOther() {
        Answer answer = plan(WIDE, "SELECT * FROM c WHERE c.pk = 'p1'", "x-ms-documentdb-partitionkey", "[\"p1\"]");
        assertThat(answer.expect(200).text()).contains("\"min\":\"\",\"max\":\"FF\"", "\"rewrittenQuery\":\"\"");
    }

    @Test
    void planOfAQueryThatMakesNoSenseIsRefused() {
        assertThat(plan(ITEMS, "SELECT NOSUCH(1)").expect(400).text()).contains("SC2005");
        plan("/dbs/db/colls/none/docs", "SELECT * FROM c").expect(404);
    }

    @Test
    void resourcesAreAskedInTheSameLanguage() {
        assertThat(ask("/dbs/db/colls", query("SELECT VALUE r.id FROM root r WHERE STARTSWITH(r.id, 'w')"))
                        .expect(200)
                        .text())
                .contains("\"DocumentCollections\":[\"wide\"]");
        assertThat(ask("/dbs", query("SELECT VALUE COUNT(1) FROM r"))
                        .expect(200)
                        .text())
                .contains("\"Databases\":[1]");
        assertThat(ask("/offers", query("SELECT * FROM o WHERE o.content.offerThroughput = 24000"))
                        .expect(200)
                        .text())
                .contains("\"_count\":1");
        ask("/dbs", query("SELECT * FROM")).expect(400);
    }

    @Test
    void rowsOfAQueryOverResourcesComeInPages() {
        String sql = query("SELECT VALUE r.id FROM r ORDER BY r.id DESC");
        Answer first = ask("/dbs/db/colls", sql, "x-ms-max-item-count", "1");
        assertThat(first.text()).contains("[\"wide\"]");
        Answer second = ask(
                "/dbs/db/colls",
                sql,
                "x-ms-max-item-count",
                "1",
                "x-ms-continuation",
                first.header("x-ms-continuation"));
        assertThat(second.text()).contains("[\"c\"]");
        assertThat(second.header("x-ms-continuation")).isEqualTo("null");
        ask("/dbs/db/colls", sql, "x-ms-continuation", "LTE").expect(400);
    }
}
