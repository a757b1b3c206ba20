package org.mayflydb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.MovableClock;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.embedded.Query;
import org.mayflydb.embedded.RowPage;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.testing.Repetitions;
import org.mayflydb.testing.TestStores;

/**
 * Random queries over random items, answered by indexes and by looking at every item, while items are written, expire and
 * are purged and the indexing policy changes. Both answers must always be the same, in pages of any size.
 */
class QueryModelTest {
    private static final int ROUNDS = Repetitions.of(100);
    private static final int QUERIES_EACH = 50;
    private static final int TTL_SECONDS = 100;

    private final Map<String, JsonObject> model = new LinkedHashMap<>();
    private final Map<String, Long> deadlines = new LinkedHashMap<>();
    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_900_000_000L));

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void indexesNeverChangeAnAnswer(long seed) {
        Random random = new Random(seed);
        int partitions = seed % 2 == 0 ? 4 : 1;
        try (Mayfly mayfly =
                Mayfly.builder().clock(clock).backgroundPurge(false).open(TestStores.open())) {
            Container container = mayfly.createDatabase("d")
                    .createContainer(ContainerSpec.named("c")
                            .partitionKey("/pk")
                            .defaultTtlSeconds(TTL_SECONDS)
                            .throughput(partitions * 6_000)
                            .property("indexingPolicy", policy(random)));
            for (int round = 0; round < ROUNDS; round++) {
                change(random, container);
                for (int i = 0; i < QUERIES_EACH; i++) {
                    ask(random, container, partitions, "seed " + seed + ", round " + round + ", query " + i);
                }
            }
        }
    }

    private void change(Random random, Container container) {
        for (int i = random.nextInt(25); i > 0; i--) {
            write(random, container);
        }
        switch (random.nextInt(8)) {
            case 0 -> clock.advance(Duration.ofSeconds(random.nextInt(60)));
            case 1 -> container.purge(random.nextInt(50) + 1);
            case 2 -> changePolicy(random, container);
            default -> clock.advance(Duration.ofSeconds(1));
        }
    }

    private void write(Random random, Container container) {
        String key = "p" + random.nextInt(RandomItems.PARTITION_KEYS);
        String id = key + "-" + random.nextInt(30);
        long now = clock.instant().getEpochSecond();
        boolean exists = deadlines.getOrDefault(id, 0L) > now;
        if (exists && random.nextInt(4) == 0) {
            container.delete(id, PartitionKey.of(key));
            model.remove(id);
            deadlines.remove(id);
            return;
        }
        JsonObject item = RandomItems.item(random, id, key);
        long lifetime = TTL_SECONDS;
        if (random.nextInt(4) == 0) {
            lifetime = 1L + random.nextInt(30);
            item = item.with("ttl", JsonValue.of(lifetime));
        }
        JsonObject stored = (JsonObject) JsonValue.parse(container.upsert(item).json());
        model.put(id, stored);
        deadlines.put(id, now + lifetime);
    }

    private static void changePolicy(Random random, Container container) {
        JsonObject properties = (JsonObject) JsonValue.parse(container.properties());
        container.replaceProperties(properties
                .with("indexingPolicy", JsonValue.parse(policy(random)))
                .toString());
    }

    /** What is sorted by must be indexed, so that every query is allowed at any time. */
    private static String policy(Random random) {
        String composite = "[{\"path\":\"/a\",\"order\":\"%1$s\"},{\"path\":\"/n\",\"order\":\"%1$s\"}]"
                .formatted(random.nextBoolean() ? "ascending" : "descending");
        String excluded = random.nextBoolean() ? ",{\"path\":\"/tags/*\"}" : "";
        return """
                {"indexingMode":"consistent","includedPaths":[{"path":"/*"}],
                 "excludedPaths":[{"path":"/\\"_etag\\"/?"}%s],"compositeIndexes":[%s]}""".formatted(excluded, composite);
    }

    private void ask(Random random, Container container, int partitions, String where) {
        RandomQuery query = RandomQuery.make(random, partitions);
        String key = random.nextInt(4) == 0 ? "p" + random.nextInt(RandomItems.PARTITION_KEYS) : null;
        List<JsonValue> expected = query.answer().apply(live(key));
        List<JsonValue> actual = rows(random, container.query(query.sql()), key);
        String what = where + ": " + query.sql() + (key == null ? "" : " in " + key);
        if (query.ordered()) {
            assertThat(texts(actual)).as(what).isEqualTo(texts(expected));
        } else {
            assertThat(texts(actual)).as(what).containsExactlyInAnyOrderElementsOf(texts(expected));
        }
    }

    private List<JsonObject> live(@Nullable String key) {
        long now = clock.instant().getEpochSecond();
        List<JsonObject> live = new ArrayList<>();
        model.forEach((id, item) -> {
            boolean inScope = key == null || new JsonString(key).equals(item.get("pk"));
            if (inScope && deadlines.getOrDefault(id, 0L) > now) {
                live.add(item);
            }
        });
        return live;
    }

    private static List<JsonValue> rows(Random random, Query query, @Nullable String key) {
        Query scoped = key == null ? query : query.in(PartitionKey.of(key));
        List<JsonValue> rows = new ArrayList<>();
        String continuation = null;
        do {
            int rowsMax = random.nextInt(3) == 0 ? random.nextInt(5) + 1 : 1000;
            RowPage page = scoped.page(rowsMax, continuation);
            assertThat(page.rows()).hasSizeLessThanOrEqualTo(rowsMax);
            page.rows().forEach(row -> rows.add(JsonValue.parse(row.json())));
            continuation = page.continuation();
        } while (continuation != null);
        return rows;
    }

    /** Numbers by value: a sum may be written otherwise than the number it is equal to. */
    private static List<String> texts(List<JsonValue> rows) {
        return rows.stream().map(row -> String.valueOf(row.toJava())).toList();
    }
}
