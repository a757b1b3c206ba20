package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.route.Client.Answer;

/** Queries that name no partition are refused where the service refuses them, however many partitions there are. */
class UnscopedQueriesTest {
    private static final String ITEMS = "/dbs/db/colls/c/docs";
    private static final String ENABLED = "x-ms-documentdb-query-enablecrosspartition";

    private static final String PLAN = "x-ms-cosmos-is-query-plan-request";
    private static final String FEATURES = "x-ms-cosmos-supported-query-features";

    private final Client client = new Client().createContainer();

    @AfterEach
    void close() {
        client.close();
    }

    private Answer ask(String sql, String... headers) {
        Map<String, String> all = new HashMap<>(Map.of("x-ms-documentdb-isquery", "True"));
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        return client.send(
                Verb.POST, ITEMS, JsonObject.builder().put("query", sql).build().toString(), all);
    }

    private static String text(Answer answer, String member) {
        return ((JsonString) Objects.requireNonNull(answer.json().get(member))).value();
    }

    private static void assertNotServable(Answer answer) {
        assertThat(answer.expect(400).header("x-ms-substatus")).isEqualTo("1004");
        assertThat(text(answer, "message"))
                .contains("The provided cross partition query can not be directly served by the gateway.");
        JsonObject plan = (JsonObject) JsonValue.parse(text(answer, "additionalErrorInfo"));
        assertThat(plan.has("queryRanges")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"False", "false", ""})
    void severalPartitionsMustBeAllowed(String enabled) {
        Answer answer = ask("SELECT * FROM c WHERE c.n > 1", ENABLED, enabled).expect(400);
        assertThat(answer.header("x-ms-substatus")).isEqualTo("null");
        assertThat(text(answer, "message")).contains("Cross partition query is required but disabled.");
        ask("SELECT * FROM c").expect(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM c",
                "SELECT c.n, t FROM c JOIN t IN c.tags WHERE t > 1",
                "SELECT VALUE (SELECT VALUE COUNT(1) FROM t IN c.tags) FROM c",
                "SELECT VALUE s.n FROM (SELECT * FROM c WHERE c.n > 1) AS s"
            })
    void rowsThatNeedNoMergingAreServed(String sql) {
        ask(sql, ENABLED, "True").expect(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT TOP 1 * FROM c",
                "SELECT * FROM c ORDER BY c.n",
                "SELECT * FROM c OFFSET 1 LIMIT 2",
                "SELECT DISTINCT c.n FROM c",
                "SELECT VALUE COUNT(1) FROM c",
                "SELECT c.n FROM c GROUP BY c.n",
                "SELECT COUNT(1) AS n FROM (SELECT DISTINCT VALUE c.n FROM c)",
                "SELECT * FROM c ORDER BY RANK FullTextScore(c.text, 'a')"
            })
    void rowsThatNeedMergingAreLeftToTheClient(String sql) {
        assertNotServable(ask(sql, ENABLED, "True"));
    }

    @Test
    void clientThatAsksInParallelGetsThePlan() {
        assertNotServable(ask(
                "SELECT * FROM c", ENABLED, "True", "x-ms-documentdb-query-parallelizecrosspartitionquery", "True"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1",
                "SELECT * FROM c WHERE c.pk = 'a'",
                "SELECT TOP 1 * FROM c WHERE c.pk = 'a' ORDER BY c.n",
                "SELECT VALUE COUNT(1) FROM c WHERE c.pk = 'a'",
                "SELECT * FROM c WHERE false"
            })
    void onePartitionKeyInWhereIsAScope(String sql) {
        ask(sql).expect(200);
    }

    @Test
    void pagesOfOnePartitionKeyMayNeedMergingToo() {
        assertNotServable(ask("SELECT DISTINCT c.n FROM c WHERE c.pk = 'a'"));
        assertNotServable(ask("SELECT c.n FROM c WHERE c.pk = 'a' GROUP BY c.n"));
        assertNotServable(ask(
                "SELECT VALUE COUNT(1) FROM c WHERE c.pk = 'a'",
                "x-ms-documentdb-query-iscontinuationexpected",
                "False"));
    }

    /** The tests of the Go and JavaScript clients count pages. */
    @Test
    void fullLastPageIsFollowedByAnEmptyOne() {
        for (String id : new String[] {"a", "b"}) {
            client.send(
                            Verb.POST,
                            ITEMS,
                            "{\"id\":\"" + id + "\",\"pk\":\"p\"}",
                            Map.of("x-ms-documentdb-partitionkey", "[\"p\"]"))
                    .expect(201);
        }
        Answer full = ask("SELECT * FROM c", ENABLED, "True", "x-ms-max-item-count", "2")
                .expect(200);
        Answer empty = ask(
                        "SELECT * FROM c",
                        ENABLED,
                        "True",
                        "x-ms-continuation",
                        Objects.requireNonNull(full.header("x-ms-continuation")))
                .expect(200);
        assertThat(empty.header("x-ms-item-count")).isEqualTo("0");
        assertThat(empty.header("x-ms-continuation")).isEqualTo("null");
        Map<String, String> size = Map.of("x-ms-max-item-count", "2");
        String next = client.send(Verb.GET, ITEMS, "", size).expect(200).header("x-ms-continuation");
        Answer end = client.send(Verb.GET, ITEMS, "", Map.of("x-ms-continuation", Objects.requireNonNull(next)));
        assertThat(end.expect(200).header("x-ms-item-count")).isEqualTo("0");
        assertThat(end.header("x-ms-continuation")).isEqualTo("null");
    }

    @Test
    void fullLastPageOfAPartitionKeyIsNot() {
        client.send(Verb.POST, ITEMS, "{\"id\":\"a\",\"pk\":\"p\"}", Map.of("x-ms-documentdb-partitionkey", "[\"p\"]"))
                .expect(201);
        Answer page = ask("SELECT * FROM c", "x-ms-documentdb-partitionkey", "[\"p\"]", "x-ms-max-item-count", "1");
        assertThat(page.expect(200).header("x-ms-continuation")).isEqualTo("null");
    }

    /** The Python client supports no aggregate without VALUE, and its tests expect an error. */
    @Test
    void clientThatDoesNotSupportAnAggregateWithoutValueGetsNone() {
        String sql = "SELECT AVG(c.n) FROM c WHERE c.pk = 'a'";
        assertNotServable(ask(sql, ENABLED, "True"));
        ask(sql, PLAN, "True", FEATURES, "Aggregate, Distinct, OrderBy").expect(400);
        ask(sql, PLAN, "True", FEATURES, "Aggregate, NonValueAggregate").expect(200);
        ask(sql, PLAN, "True", FEATURES, "Aggregate", "x-ms-documentdb-partitionkey", "[\"a\"]")
                .expect(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT COUNT(1) + 5 FROM c",
                "SELECT VALUE {\"n\": COUNT(1)} FROM c",
                "SELECT c.n, ABS(MAX(c.k)) AS m FROM c GROUP BY c.n"
            })
    void compositionsOfAggregatesAreRefused(String sql) {
        Answer answer = ask(sql, ENABLED, "True").expect(400);
        assertThat(answer.header("x-ms-substatus")).isEqualTo("null");
        assertThat(text(answer, "message"))
                .startsWith("Message: {\"Errors\":[\"Compositions of aggregates and other expressions are not"
                        + " allowed.\"]}");
    }

    @ParameterizedTest
    @CsvSource({
        "x-ms-documentdb-partitionkey, [\"a\"]",
        "x-ms-documentdb-partitionkeyrangeid, 0",
        "x-ms-start-epk, 00",
        "x-mayfly-whole-query, true"
    })
    void scopedQueriesAreServed(String header, String value) {
        ask("SELECT VALUE COUNT(1) + 5 FROM c ORDER BY c.n", header, value).expect(200);
        ask("SELECT DISTINCT VALUE c.n FROM c", header, value).expect(200);
    }
}
