package org.mayflydb.query.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.EpkRange;
import org.mayflydb.testing.Repetitions;
import org.mayflydb.testing.TestStores;

/** What a client puts together out of four partitions is what the database answers to the query as a whole. */
class FanoutModelTest {
    private static final int ITEMS = 150;
    private static final int QUERIES = Repetitions.of(400);
    private static final String POLICY = """
            {"indexingMode":"consistent","includedPaths":[{"path":"/*"}],"excludedPaths":[],"compositeIndexes":[
             [{"path":"/a","order":"ascending"},{"path":"/n","order":"ascending"}],
             [{"path":"/a","order":"ascending"},{"path":"/n","order":"descending"}]]}""";

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void rowsPutTogetherAreTheAnswerToTheWholeQuery(long seed) {
        Random random = new Random(seed);
        try (Mayfly mayfly = filled(random)) {
            FanoutClient client = new FanoutClient(mayfly.engine(), random);
            for (int i = 0; i < QUERIES; i++) {
                RandomQuery query = RandomQuery.make(random);
                String what = "seed " + seed + ", query " + i + ": " + query.sql();
                List<String> expected = texts(client.ask(query.sql(), EpkRange.FULL));
                List<String> actual = texts(client.rows(query.sql()));
                switch (query.promise()) {
                    case ORDER -> assertThat(actual).as(what).isEqualTo(expected);
                    case ROWS -> assertThat(actual).as(what).containsExactlyInAnyOrderElementsOf(expected);
                    case COUNT -> assertThat(actual).as(what).hasSameSizeAs(expected);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6, 7, 8})
    void sortedQueryGoesOnBehindAnyRow(long seed) {
        Random random = new Random(seed);
        try (Mayfly mayfly = filled(random)) {
            FanoutClient client = new FanoutClient(mayfly.engine(), random);
            for (int i = 0; i < QUERIES / 4; i++) {
                String sql = "SELECT c.id FROM c WHERE " + RandomQuery.condition(random) + " ORDER BY "
                        + RandomQuery.order(random);
                JsonObject plan = client.plan(sql);
                List<SortedRows.Row> rows = SortedRows.merged(client, sql, plan);
                if (!Plans.elements(Plans.info(plan), "orderBy").isEmpty() && !rows.isEmpty()) {
                    int from = random.nextInt(rows.size());
                    List<SortedRows.Row> rest = SortedRows.mergedFrom(client, sql, plan, rows.get(from));
                    assertThat(payloads(rest))
                            .as("seed %d, query %d: %s from row %d", seed, i, sql, from)
                            .isEqualTo(payloads(rows.subList(from, rows.size())));
                }
            }
        }
    }

    private static Mayfly filled(Random random) {
        Mayfly mayfly = Mayfly.builder().open(TestStores.open());
        Container container = mayfly.createDatabase("d")
                .createContainer(ContainerSpec.named("c")
                        .partitionKey("/pk")
                        .throughput(40_000)
                        .property("indexingPolicy", POLICY));
        for (int i = 0; i < ITEMS; i++) {
            container.create(item(random, "i" + i));
        }
        return mayfly;
    }

    private static JsonObject item(Random random, String id) {
        JsonObject.Builder item = JsonObject.builder()
                .put("id", id)
                .put("pk", "p" + random.nextInt(12))
                .put("q", random.nextInt(20));
        if (random.nextInt(6) > 0) {
            item.put("a", scalar(random));
        }
        if (random.nextInt(6) > 0) {
            item.put("n", random.nextInt(6));
        }
        List<JsonValue> tags = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            tags.add(scalar(random));
        }
        return item.put("tags", new JsonArray(tags)).build();
    }

    private static JsonValue scalar(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> JsonNull.NULL;
            case 1, 2 -> JsonBoolean.of(random.nextBoolean());
            case 3, 4 ->
                new JsonString(
                        List.of("", "x", "y\u00fc", "\uD83D\uDE00", "\uFB00").get(random.nextInt(5)));
            default -> JsonNumber.of((long) random.nextInt(4));
        };
    }

    private static List<JsonValue> payloads(List<SortedRows.Row> rows) {
        return rows.stream().map(SortedRows.Row::payload).toList();
    }

    /** Numbers by value: a sum may be written otherwise than the number it is equal to. */
    private static List<String> texts(List<JsonValue> rows) {
        return rows.stream().map(row -> String.valueOf(row.toJava())).toList();
    }
}
