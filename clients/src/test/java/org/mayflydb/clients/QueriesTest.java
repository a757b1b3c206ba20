package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.failureOf;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Queries through the Java client. It leaves one physical partition to the server, and puts the rows of several together
 * itself; either way the answer must be the same.
 */
@TestInstance(Lifecycle.PER_CLASS)
class QueriesTest {
    private final CosmosFixture cosmos = new CosmosFixture(scheme());
    private final Map<Integer, CosmosContainer> fleets = new HashMap<>();

    /** How the client talks to the server. */
    Scheme scheme() {
        return Scheme.HTTP;
    }

    @AfterAll
    void close() {
        cosmos.close();
    }

    private CosmosContainer fleet(int partitions) {
        return fleets.computeIfAbsent(partitions, count -> Fleet.create(cosmos, count));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM c ORDER BY c.number",
                "SELECT c.id, c.crew FROM c ORDER BY c.number DESC",
                "SELECT VALUE c.crew FROM c ORDER BY c.number",
                "SELECT c.kind, c.number FROM c ORDER BY c.kind, c.number DESC",
                "SELECT c.kind, c.number FROM c WHERE c.number > 20 ORDER BY c.kind DESC, c.number",
                "SELECT TOP 7 c.id FROM c ORDER BY c.number",
                "SELECT TOP 0 c.id FROM c ORDER BY c.number",
                "SELECT c.id FROM c ORDER BY c.number DESC OFFSET 5 LIMIT 10",
                "SELECT c.id FROM c ORDER BY c.number OFFSET 38 LIMIT 10",
                "SELECT VALUE c.mark FROM c WHERE IS_STRING(c.mark) ORDER BY c.number",
                "SELECT DISTINCT VALUE c.kind FROM c ORDER BY c.kind",
                "SELECT DISTINCT TOP 2 VALUE c.kind FROM c ORDER BY c.kind DESC",
                "SELECT DISTINCT VALUE c.crew FROM c ORDER BY c.crew OFFSET 1 LIMIT 3",
                "SELECT c.id, t FROM c JOIN t IN c.tags WHERE c.number < 9 ORDER BY c.number",
                "SELECT TOP 3 c.id FROM c ORDER BY VectorDistance(c.vector, [20, 20, 1])",
                "SELECT TOP 3 c.id FROM c ORDER BY VectorDistance(c.vector, [20, 20, 1], true, "
                        + "{'distanceFunction': 'euclidean'})",
                "SELECT DISTINCT TOP 3 c.id, VectorDistance(c.vector, [20, 20, 1]) AS d FROM c "
                        + "ORDER BY VectorDistance(c.vector, [20, 20, 1])",
                "SELECT c.id FROM c ORDER BY VectorDistance(c.vector, [0, 40, 1]) OFFSET 1 LIMIT 4"
            })
    void sortedRowsAreTheSameOnOnePartitionAndOnFour(String sql) {
        List<String> one = Fleet.rows(fleet(1), sql);
        assertThat(Fleet.rows(fleet(4), sql)).isEqualTo(one);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM c",
                "SELECT VALUE c.mark FROM c",
                "SELECT c.id FROM c WHERE (c.crew BETWEEN 2 AND 4) AND ARRAY_CONTAINS(c.tags, 't1')",
                "SELECT c.id, t FROM c JOIN t IN c.tags",
                "SELECT c.id FROM c WHERE c.port = 'port3'",
                "SELECT c.id FROM c WHERE c.port IN ('port1', 'port2', 'port7') AND c.crew > 2",
                "SELECT DISTINCT c.kind, c.crew FROM c",
                "SELECT DISTINCT VALUE t FROM c JOIN t IN c.tags",
                "SELECT VALUE COUNT(1) FROM c",
                "SELECT VALUE COUNT(c.crew) FROM c WHERE c.number > 10",
                "SELECT VALUE SUM(c.crew) FROM c",
                "SELECT VALUE AVG(c.crew) FROM c",
                "SELECT VALUE MIN(c.number) FROM c",
                "SELECT VALUE MAX(c.mark) FROM c WHERE IS_STRING(c.mark)",
                "SELECT VALUE COUNT(1) FROM c JOIN t IN c.tags",
                "SELECT VALUE COUNT(1) FROM c WHERE c.port = 'port5'",
                "SELECT VALUE COUNT(1) FROM c WHERE false",
                "SELECT VALUE COUNTIF(c.crew > 3) FROM c",
                "SELECT COUNT(1) AS boats, AVG(c.crew) AS crew, MIN(c.number) AS low, MAX(c.kind) AS kind FROM c",
                "SELECT SUM(c.number), 'all' AS which FROM c",
                "SELECT c.kind, COUNT(1) AS boats FROM c GROUP BY c.kind",
                "SELECT c.kind, c.crew, SUM(c.number) AS sum, AVG(c.number) AS average FROM c GROUP BY c.kind, c.crew",
                "SELECT VALUE MAX(c.number) FROM c GROUP BY c.kind",
                "SELECT VALUE c.crew FROM c GROUP BY c.crew",
                "SELECT VALUE c.kind FROM c WHERE c.crew = 1 GROUP BY c.kind",
                "SELECT UPPER(c.kind) AS kind, COUNT(1) AS boats FROM c GROUP BY UPPER(c.kind)",
                "SELECT COUNT(1) AS kinds FROM (SELECT DISTINCT VALUE c.kind FROM c)",
                "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT c.kind, c.crew FROM c)",
                "SELECT COUNT(1) FROM (SELECT DISTINCT VALUE c.crew FROM c WHERE c.number > 5)",
                "SELECT VALUE s.id FROM (SELECT c.id, c.crew FROM c) AS s WHERE s.crew = 3",
                "SELECT 1 AS one",
                "SELECT VALUE 'one'"
            })
    void rowsAreTheSameOnOnePartitionAndOnFour(String sql) {
        List<String> one = Fleet.rows(fleet(1), sql);
        assertThat(one).isNotEmpty();
        assertThat(Fleet.rows(fleet(4), sql)).containsExactlyInAnyOrderElementsOf(one);
    }

    @ParameterizedTest
    @CsvSource({
        "SELECT TOP 7 * FROM c, 7",
        "SELECT DISTINCT TOP 2 VALUE c.kind FROM c, 2",
        "SELECT * FROM c OFFSET 35 LIMIT 20, 5",
        "SELECT TOP 2 c.kind AS k FROM c GROUP BY c.kind, 2",
        "SELECT DISTINCT c.crew AS crew FROM c OFFSET 2 LIMIT 3, 3"
    })
    void windowWithoutOrderHasItsNumberOfRows(String sql, int count) {
        assertThat(Fleet.rows(fleet(1), sql)).hasSize(count).doesNotHaveDuplicates();
        assertThat(Fleet.rows(fleet(4), sql)).hasSize(count).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void answersAreTheRightOnes(int partitions) {
        CosmosContainer fleet = fleet(partitions);
        assertThat(Fleet.rows(fleet, "SELECT VALUE COUNT(1) FROM c")).containsExactly("40");
        assertThat(Fleet.rows(fleet, "SELECT VALUE SUM(c.number) FROM c")).containsExactly("780");
        assertThat(Fleet.rows(fleet, "SELECT TOP 2 VALUE c.id FROM c ORDER BY c.number DESC"))
                .containsExactly("\"b39\"", "\"b38\"");
        assertThat(Fleet.rows(fleet, "SELECT c.kind, COUNT(1) AS n FROM c GROUP BY c.kind"))
                .containsExactlyInAnyOrder(
                        "{\"kind\":\"ferry\",\"n\":14}",
                        "{\"kind\":\"tug\",\"n\":13}",
                        "{\"kind\":\"yacht\",\"n\":13}");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void textsAreRankedByTheirWords(int partitions) {
        List<String> found = Fleet.rows(
                fleet(partitions), "SELECT TOP 10 c.text, c.id FROM c ORDER BY RANK FullTextScore(c.text, 'sails')");
        assertThat(found).hasSize(10).doesNotHaveDuplicates().allMatch(row -> row.contains("sails"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void ranksOfSeveralScoresAreFused(int partitions) {
        List<String> found = Fleet.rows(
                fleet(partitions),
                "SELECT TOP 5 c.id FROM c "
                        + "ORDER BY RANK RRF(FullTextScore(c.text, 'sails'), VectorDistance(c.vector, [40, 0, 1]))");
        assertThat(found).hasSize(5).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void parametersMayBeAnywhere(int partitions) {
        SqlQuerySpec query = new SqlQuerySpec(
                "SELECT TOP @top VALUE c.id FROM c WHERE c.port = @port AND c.number > @least ORDER BY c.number",
                new SqlParameter("@top", 2),
                new SqlParameter("@port", "port3"),
                new SqlParameter("@least", 5));
        assertThat(Fleet.rows(fleet(partitions), query, new CosmosQueryRequestOptions()))
                .containsExactly("\"b14\"", "\"b25\"");
    }

    /** The client keeps plans of such queries, so the second run uses that of the first. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void planThatTheClientKeepsIsGoodForOtherKeys(int partitions) {
        for (int port : List.of(1, 2, 3)) {
            for (String sql : List.of(
                    "SELECT VALUE c.id FROM c WHERE c.port = @port ORDER BY c.number",
                    "SELECT VALUE COUNT(1) FROM c WHERE c.port = @port")) {
                SqlQuerySpec query = new SqlQuerySpec(sql, new SqlParameter("@port", "port" + port));
                CosmosQueryRequestOptions options =
                        new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey("port" + port));
                List<String> ids = IntStream.range(0, Fleet.BOATS)
                        .filter(number -> number % 11 == port)
                        .mapToObj(number -> "\"b" + number + "\"")
                        .toList();
                assertThat(Fleet.rows(fleet(partitions), query, options))
                        .isEqualTo(sql.contains("COUNT") ? List.of(Integer.toString(ids.size())) : ids);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, SELECT * FROM c",
        "4, SELECT * FROM c",
        "1, SELECT * FROM c ORDER BY c.number DESC",
        "4, SELECT * FROM c ORDER BY c.number DESC",
        "4, SELECT * FROM c ORDER BY c.kind",
        "4, SELECT * FROM c ORDER BY c.kind DESC",
        "4, SELECT * FROM c ORDER BY c.crew",
        "4, SELECT * FROM c ORDER BY c.crew DESC",
        "4, SELECT * FROM c ORDER BY c.mark",
        "4, SELECT * FROM c ORDER BY c.mark DESC",
        "4, 'SELECT * FROM c ORDER BY c.kind, c.number DESC'",
        "4, SELECT TOP 17 * FROM c ORDER BY c.number",
        "1, SELECT TOP 17 * FROM c",
        "4, SELECT TOP 17 * FROM c",
        "4, SELECT * FROM c ORDER BY c.number OFFSET 3 LIMIT 20",
        "4, SELECT DISTINCT VALUE c.crew FROM c ORDER BY c.crew"
    })
    void everyPageCanBeReadByAnotherClientThatHasOnlyTheContinuation(int partitions, String sql) {
        CosmosContainer mine = fleet(partitions);
        List<String> found = new ArrayList<>();
        String continuation = null;
        try (CosmosClient other = cosmos.builder(scheme()).buildClient()) {
            CosmosContainer theirs = other.getDatabase("db").getContainer(mine.getId());
            int turn = 0;
            do {
                FeedResponse<JsonNode> page = page(turn++ % 2 == 0 ? mine : theirs, sql, continuation);
                found.addAll(Fleet.rows(page));
                continuation = page.getContinuationToken();
                assertThat(turn).as("pages").isLessThan(100);
            } while (continuation != null);
        }
        List<String> whole = Fleet.rows(mine, sql);
        assertThat(found).containsExactlyInAnyOrderElementsOf(whole);
        if (sql.contains("ORDER BY")) {
            assertThat(found).isEqualTo(whole);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, c.vector", "1, c.vector DESC", "4, c.vector", "4, c.vector DESC"})
    void aContinuationAmongSortedArraysFindsNoMoreOfThem(int partitions, String orderBy) {
        CosmosContainer fleet = fleet(partitions);
        String sql = "SELECT c.id FROM c ORDER BY " + orderBy;
        FeedResponse<JsonNode> first = page(fleet, sql, null);
        assertThat(Fleet.rows(first)).isEqualTo(Fleet.rows(fleet, sql).subList(0, 4));
        FeedResponse<JsonNode> second = page(fleet, sql, first.getContinuationToken());
        assertThat(second.getResults()).isEmpty();
        assertThat(second.getContinuationToken()).isNull();
    }

    private static FeedResponse<JsonNode> page(CosmosContainer container, String sql, @Nullable String continuation) {
        return container
                .queryItems(sql, new CosmosQueryRequestOptions(), JsonNode.class)
                .iterableByPage(continuation, 4)
                .iterator()
                .next();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void manyItemsAreReadAtOnce(int partitions) {
        List<CosmosItemIdentity> wanted = IntStream.range(0, 30)
                .mapToObj(number -> new CosmosItemIdentity(new PartitionKey("port" + number % 11), "b" + number))
                .toList();
        FeedResponse<JsonNode> found = fleet(partitions).readMany(wanted, JsonNode.class);
        assertThat(found.getResults())
                .extracting(row -> row.get("number").intValue())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 30).boxed().toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void allItemsOfAKeyAreRead(int partitions) {
        List<Integer> found = new ArrayList<>();
        fleet(partitions)
                .readAllItems(new PartitionKey("port4"), JsonNode.class)
                .forEach(row -> found.add(row.get("number").intValue()));
        assertThat(found).containsExactlyInAnyOrder(4, 15, 26, 37);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void feedRangesShareTheAnswerAmongThem(int partitions) {
        CosmosContainer fleet = fleet(partitions);
        List<FeedRange> ranges = fleet.getFeedRanges();
        assertThat(ranges).hasSize(partitions);
        List<String> found = new ArrayList<>();
        int counted = 0;
        for (FeedRange range : ranges) {
            CosmosQueryRequestOptions options = new CosmosQueryRequestOptions().setFeedRange(range);
            List<String> numbers =
                    Fleet.rows(fleet, new SqlQuerySpec("SELECT VALUE c.id FROM c ORDER BY c.id"), options);
            List<String> sorted = new ArrayList<>(numbers);
            Collections.sort(sorted);
            assertThat(numbers).isEqualTo(sorted);
            found.addAll(numbers);
            counted += Integer.parseInt(
                    Fleet.rows(fleet, new SqlQuerySpec("SELECT VALUE COUNT(1) FROM c"), options.setFeedRange(range))
                            .get(0));
        }
        assertThat(found).hasSize(Fleet.BOATS).doesNotHaveDuplicates();
        assertThat(counted).isEqualTo(Fleet.BOATS);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void metricsAreRead(int partitions) {
        CosmosQueryRequestOptions options =
                new CosmosQueryRequestOptions().setQueryMetricsEnabled(true).setIndexMetricsEnabled(true);
        FeedResponse<JsonNode> page = fleet(partitions)
                .queryItems("SELECT * FROM c WHERE c.crew = 3", options, JsonNode.class)
                .iterableByPage()
                .iterator()
                .next();
        assertThat(page.getCosmosDiagnostics().toString()).contains("retrievedDocumentCount");
        assertThat(page.getRequestCharge()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void errorsOfTheQueryReachTheUser(int partitions) {
        CosmosException failure = failureOf(() -> Fleet.rows(fleet(partitions), "SELECT * FROM c WHERE"));
        assertThat(failure.getStatusCode()).isEqualTo(400);
        assertThat(failure).hasMessageContaining("SC1001");
    }

    @Test
    void aggregatesInsideOfExpressionsAreForOnePartitionKeyOnly() {
        String sql = "SELECT COUNT(1) + 1 AS n FROM c";
        for (int partitions : new int[] {1, 4}) {
            CosmosQueryRequestOptions options = new CosmosQueryRequestOptions();
            options.setPartitionKey(new PartitionKey("port1"));
            assertThat(Fleet.rows(fleet(partitions), new SqlQuerySpec(sql), options))
                    .containsExactly("{\"n\":5}");
            assertThat(failureOf(() -> Fleet.rows(fleet(partitions), sql)))
                    .hasMessageContaining("Compositions of aggregates and other expressions are not allowed.");
        }
    }
}
