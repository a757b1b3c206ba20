package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CompositePathSortOrder;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.QueryCases;

/** The worked examples through the Java client, on one and on four physical partitions. */
@TestInstance(Lifecycle.PER_CLASS)
class QueryCasesTest {
    /** Putting several partitions together, the client turns an undefined result into another, or skips what spoils it. */
    private static final Set<String> UNDEFINED_AGGREGATES = Set.of(
            "agg-empty-min",
            "agg-sum-with-null-undefined",
            "agg-max-with-object-undefined",
            "group-by-where-first",
            "group-by-min-of-strings-and-missing");

    /**
     * The client resumes wrongly after an offset beyond the end, and finds no more arrays and objects once it resumes at one,
     * because they cannot be compared.
     */
    private static final Set<String> NOT_RESUMED =
            Set.of("offset-beyond-end", "order-type-order-asc", "order-undefined-first");

    private final QueryCases cases = QueryCases.read("answers.json");
    private final CosmosFixture cosmos = new CosmosFixture(scheme());
    private final CosmosClient secondClient = cosmos.builder(scheme()).buildClient();
    private final ObjectMapper mapper = new ObjectMapper();
    private final Map<String, CosmosContainer> containers = new HashMap<>();

    /** How the client talks to the server. */
    Scheme scheme() {
        return Scheme.HTTP;
    }

    @AfterAll
    void close() {
        secondClient.close();
        cosmos.close();
    }

    @TestFactory
    Stream<DynamicTest> everyAnswerIsRightOnOnePartition() {
        return cases.cases().stream()
                .filter(example -> !UNDEFINED_AGGREGATES.contains(QueryCases.text(example, "name")))
                .map(example -> check(example, 1));
    }

    @TestFactory
    Stream<DynamicTest> everyAnswerIsRightOnFourPartitions() {
        return cases.cases().stream()
                .filter(example -> !UNDEFINED_AGGREGATES.contains(QueryCases.text(example, "name")))
                .map(example -> check(example, 4));
    }

    @TestFactory
    Stream<DynamicTest> everyAnswerGoesOnInAnotherClientRowByRow() {
        // The client cannot go on with groups, with rows compared among each other, and with aggregates.
        return cases.cases().stream()
                .filter(example -> !sql(example).contains("GROUP BY")
                        && !sql(example).contains("DISTINCT")
                        && !sql(example).matches("SELECT .*\\b(COUNT|SUM|AVG|MIN|MAX)\\(.*")
                        && !NOT_RESUMED.contains(QueryCases.text(example, "name")))
                .map(example -> DynamicTest.dynamicTest(
                        QueryCases.text(example, "name"), () -> assertRows(example, rowByRow(example))));
    }

    private DynamicTest check(JsonObject example, int partitions) {
        return DynamicTest.dynamicTest(QueryCases.text(example, "name"), () -> {
            List<JsonValue> rows = new ArrayList<>();
            container(example, partitions)
                    .queryItems(query(example), new CosmosQueryRequestOptions(), JsonNode.class)
                    .forEach(row -> rows.add(JsonValue.parse(row.toString())));
            assertRows(example, rows);
        });
    }

    private List<JsonValue> rowByRow(JsonObject example) throws JsonProcessingException {
        CosmosContainer first = container(example, 4);
        CosmosContainer second =
                secondClient.getDatabase(cosmos.database.getId()).getContainer(first.getId());
        List<JsonValue> rows = new ArrayList<>();
        String continuation = null;
        boolean even = true;
        do {
            FeedResponse<JsonNode> page = (even ? first : second)
                    .queryItems(query(example), new CosmosQueryRequestOptions(), JsonNode.class)
                    .iterableByPage(continuation, 1)
                    .iterator()
                    .next();
            page.getResults().forEach(row -> rows.add(JsonValue.parse(row.toString())));
            continuation = page.getContinuationToken();
            even = !even;
        } while (continuation != null);
        return rows;
    }

    private static void assertRows(JsonObject example, List<JsonValue> rows) {
        assertThat(QueryCases.isAnswer(flattened(example), rows))
                .as("%s gives %s instead of %s", example.get("query"), rows, example.get("rows"))
                .isTrue();
    }

    /** The client takes a row that is an array for several rows. */
    private static JsonObject flattened(JsonObject example) {
        List<JsonValue> rows = new ArrayList<>();
        for (JsonValue row : ((JsonArray) QueryCases.get(example, "rows")).elements()) {
            rows.addAll(row instanceof JsonArray array ? array.elements() : List.of(row));
        }
        return example.with("rows", new JsonArray(rows));
    }

    private static String sql(JsonObject example) {
        return QueryCases.text(example, "query");
    }

    private SqlQuerySpec query(JsonObject example) throws JsonProcessingException {
        List<SqlParameter> parameters = new ArrayList<>();
        for (Map.Entry<String, JsonValue> parameter :
                QueryCases.parameters(example).entrySet()) {
            parameters.add(new SqlParameter(
                    parameter.getKey(), mapper.readTree(parameter.getValue().toString())));
        }
        return new SqlQuerySpec(sql(example), parameters);
    }

    private CosmosContainer container(JsonObject example, int partitions) throws JsonProcessingException {
        String key = partitions + " " + example.get("items") + example.get("indexingPolicy");
        CosmosContainer known = containers.get(key);
        if (known != null) {
            return known;
        }
        CosmosContainerProperties properties = new CosmosContainerProperties(CosmosFixture.name("cases"), "/id");
        if (example.get("indexingPolicy") instanceof JsonObject policy) {
            properties.setIndexingPolicy(policy(policy));
        }
        CosmosContainer container =
                cosmos.container(properties, ThroughputProperties.createManualThroughput(partitions * 6_000));
        for (JsonValue item : cases.items(example)) {
            container.createItem(mapper.readTree(item.toString()));
        }
        containers.put(key, container);
        return container;
    }

    private static IndexingPolicy policy(JsonObject json) {
        IndexingPolicy policy = new IndexingPolicy();
        List<List<CompositePath>> composites = new ArrayList<>();
        for (JsonValue composite : ((JsonArray) QueryCases.get(json, "compositeIndexes")).elements()) {
            List<CompositePath> paths = new ArrayList<>();
            for (JsonValue path : ((JsonArray) composite).elements()) {
                paths.add(new CompositePath()
                        .setPath(QueryCases.text((JsonObject) path, "path"))
                        .setOrder(
                                QueryCases.text((JsonObject) path, "order").equals("descending")
                                        ? CompositePathSortOrder.DESCENDING
                                        : CompositePathSortOrder.ASCENDING));
            }
            composites.add(paths);
        }
        policy.setCompositeIndexes(composites);
        return policy;
    }
}
