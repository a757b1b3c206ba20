package org.mayflydb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.charge.Throughput;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.item.Items;
import org.mayflydb.item.read.ItemPage;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyHasher;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.Store;
import org.mayflydb.testing.TestStores;

/**
 * Random histories, and after each step a list or a query without ORDER BY in pages of any size: rows come in the order in
 * which their items were created, for each partition key, and in small partitions across all keys.
 */
class CreationOrderModelTest {
    private static final int KEYS = 6;
    private static final int PARTITIONS_MAX = 4;

    private final Store store = TestStores.open();
    private final Queue<Runnable> background = new ArrayDeque<>();
    private final Engine engine = Engine.open(
            store, EngineSettings.defaults().withBackground(background::add).withPurgeTimer(StepTimer.NEVER));
    private final List<Item> model = new ArrayList<>();

    @AfterEach
    void close() {
        engine.close();
    }

    /** An item of the model, which is in creation order. */
    private record Item(String key, int name, int n, int m, List<Integer> tags) {
        String id() {
            return key + "." + name;
        }

        byte[] json() {
            return ("{\"id\":\"" + id() + "\",\"pk\":\"" + key + "\",\"n\":" + n + ",\"m" + m % 3 + "\":" + m
                            + ",\"m\":" + m + ",\"tags\":" + tags + "}")
                    .getBytes(StandardCharsets.UTF_8);
        }
    }

    /** What a query returns of the items in its scope, which are in creation order. */
    private record Question(String sql, Function<List<Item>, List<String>> answer, boolean cut) {
        static Question where(String condition, Predicate<Item> holds) {
            return new Question(
                    "SELECT VALUE c.id FROM c WHERE " + condition,
                    items -> items.stream().filter(holds).map(Item::id).toList(),
                    false);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void smallContainersAreInOrderAcrossKeys(long seed) {
        run(seed, 60, 100, 12);
    }

    @ParameterizedTest
    @ValueSource(longs = {4})
    void largeContainersAreInOrderForEachKey(long seed) {
        run(seed, 1500, 40, 90);
    }

    private void run(long seed, int itemsFirst, int steps, int pageMin) {
        Random random = new Random(seed);
        engine.createDatabase("d");
        String version = seed % 3 == 0 ? ",\"version\":1" : ",\"version\":2";
        engine.createContainer(
                "d",
                (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]" + version + "}}"),
                Throughput.manual(10_000));
        for (int i = 0; i < itemsFirst; i++) {
            write(random, itemsFirst);
        }
        for (int step = 0; step < steps; step++) {
            for (int i = random.nextInt(5); i > 0; i--) {
                write(random, itemsFirst);
            }
            if (random.nextInt(12) == 0) {
                changePolicy(random);
            }
            if (random.nextInt(4) == 0) {
                runBackground();
            }
            ask(random, pageMin, "seed " + seed + ", step " + step);
        }
        runBackground();
        assertThat(StoreCheck.run(store).findings()).as("seed %s", seed).isEmpty();
    }

    private Items items() {
        return engine.items("d", "c");
    }

    /** Half of the items have the first key, so that one position has many. */
    private void write(Random random, int names) {
        String key = "k" + (random.nextBoolean() ? 0 : random.nextInt(KEYS));
        List<Integer> tags = Stream.generate(() -> random.nextInt(4))
                .limit(random.nextInt(3))
                .toList();
        Item item = new Item(key, random.nextInt(names), random.nextInt(20), random.nextInt(50), tags);
        int index = -1;
        for (int i = 0; i < model.size(); i++) {
            index = model.get(i).id().equals(item.id()) ? i : index;
        }
        if (index < 0) {
            items().writer().create(item.json(), WriteOptions.NONE).join();
            model.add(item);
        } else if (random.nextInt(3) == 0) {
            items().writer()
                    .delete(item.id(), PartitionKey.of(key), ItemConditions.NONE)
                    .join();
            model.remove(index);
        } else {
            items().writer().upsert(item.json(), WriteOptions.NONE).join();
            model.set(index, item);
        }
    }

    private void changePolicy(Random random) {
        String policy = switch (random.nextInt(3)) {
            case 0 -> "{\"indexingMode\":\"none\",\"automatic\":false}";
            case 1 -> "{\"includedPaths\":[{\"path\":\"/*\"}],\"excludedPaths\":[{\"path\":\"/m/?\"}]}";
            default -> "{\"includedPaths\":[{\"path\":\"/*\"}],\"excludedPaths\":[]}";
        };
        JsonObject properties = engine.container("d", "c").properties().toJson();
        engine.replaceContainer("d", "c", properties.with("indexingPolicy", JsonValue.parse(policy)));
    }

    private void runBackground() {
        for (Runnable step = background.poll(); step != null; step = background.poll()) {
            step.run();
        }
    }

    private void split() {
        int partitions = engine.container("d", "c").partitions().size();
        if (partitions < PARTITIONS_MAX) {
            engine.replaceOffer(
                    engine.container("d", "c"), offer -> Throughput.manual((partitions + 1) * 10_000), null);
            runBackground();
        }
    }

    private static Question question(Random random) {
        int n = random.nextInt(20);
        int m = random.nextInt(50);
        int count = 1 + random.nextInt(40);
        return switch (random.nextInt(13)) {
            case 0 -> new Question("SELECT VALUE c.id FROM c", items -> ids(items), false);
            case 1 -> Question.where("c.n = " + n, item -> item.n == n);
            case 2 -> Question.where("c.m > " + m, item -> item.m > m);
            case 3 -> Question.where("c.n IN (3, 17, " + n + ")", item -> item.n == 3 || item.n == 17 || item.n == n);
            case 4 -> Question.where("c.n = " + n + " OR c.m < " + m, item -> item.n == n || item.m < m);
            case 5 -> Question.where("c.n = " + n + " OR c.m = " + m, item -> item.n == n || item.m == m);
            case 6 ->
                Question.where(
                        "c.n = 4 AND c.m != " + m + " AND c.m0 = c.m",
                        item -> item.n == 4 && item.m != m && item.m % 3 == 0);
            case 7 ->
                Question.where(
                        "ARRAY_CONTAINS(c.tags, 1) OR ARRAY_CONTAINS(c.tags, 2)",
                        item -> item.tags.contains(1) || item.tags.contains(2));
            case 8 -> Question.where("ENDSWITH(c.id, '7')", item -> item.id().endsWith("7"));
            case 9 ->
                new Question(
                        "SELECT TOP " + count + " VALUE c.id FROM c WHERE c.m > " + m,
                        items -> ids(items.stream()
                                .filter(item -> item.m > m)
                                .limit(count)
                                .toList()),
                        true);
            case 10 ->
                new Question(
                        "SELECT VALUE c.id FROM c OFFSET " + n + " LIMIT " + count,
                        items -> ids(items.stream().skip(n).limit(count).toList()),
                        true);
            case 11 ->
                new Question(
                        "SELECT DISTINCT VALUE c.n FROM c WHERE c.m < 40",
                        items -> items.stream()
                                .filter(item -> item.m < 40)
                                .map(item -> "" + item.n)
                                .distinct()
                                .toList(),
                        true);
            default ->
                new Question(
                        "SELECT VALUE CONCAT(c.id, '/', ToString(t)) FROM c JOIN t IN c.tags",
                        items -> items.stream()
                                .flatMap(item -> item.tags.stream().map(tag -> item.id() + "/" + tag))
                                .toList(),
                        false);
        };
    }

    private static List<String> ids(List<Item> items) {
        return items.stream().map(Item::id).toList();
    }

    private void ask(Random random, int pageMin, String when) {
        int page = pageMin / 4 + random.nextInt(4 * pageMin);
        String key = random.nextInt(3) == 0 ? "k" + random.nextInt(KEYS) : null;
        boolean splits = random.nextInt(20) == 0;
        if (random.nextInt(5) == 0) {
            check(
                    list(key, page, splits),
                    Question.where("true", item -> true),
                    key,
                    splits,
                    when + ": list of " + page);
        } else if (random.nextInt(8) == 0) {
            Question groups = new Question(
                    "SELECT VALUE c.n FROM c GROUP BY c.n",
                    items -> new ArrayList<>(new LinkedHashSet<>(
                            items.stream().map(item -> "" + item.n).toList())),
                    true);
            check(query(groups.sql, key, 1000, false), groups, key, false, when + ": groups");
        } else {
            Question question = question(random);
            String what = when + ": " + question.sql + " in " + key + ", pages of " + page;
            check(query(question.sql, key, page, splits), question, key, splits, what);
        }
    }

    private List<String> list(@Nullable String key, int pageItems, boolean splits) {
        List<String> rows = new ArrayList<>();
        String continuation = null;
        do {
            ItemPage page = items().reads().list(scope(key), pageItems, continuation);
            page.items().forEach(item -> rows.add(idOf(item.json())));
            continuation = page.continuation();
            if (splits) {
                split();
            }
        } while (continuation != null);
        return rows;
    }

    private static String idOf(byte[] json) {
        return JsonObject.ofText(json).get("id") instanceof JsonString id ? id.value() : "";
    }

    private List<String> query(String sql, @Nullable String key, int rowsMax, boolean splits) {
        List<String> rows = new ArrayList<>();
        String continuation = null;
        do {
            QueryPage page = engine.query("d", "c", new QueryRequest(sql, Map.of(), scope(key), rowsMax, continuation));
            page.rows().forEach(row -> rows.add(row instanceof JsonString text ? text.value() : row.toString()));
            continuation = page.continuation();
            if (splits) {
                split();
            }
        } while (continuation != null);
        return rows;
    }

    private static ListScope scope(@Nullable String key) {
        return key == null ? ListScope.ALL : ListScope.of(PartitionKey.of(key));
    }

    /** Within one key the order is known, and with it what a page is cut to; also in one small partition. */
    private void check(List<String> rows, Question question, @Nullable String key, boolean split, String what) {
        boolean onePartition = engine.container("d", "c").partitions().size() == 1 && !split;
        if (key != null || (onePartition && model.size() <= 1000)) {
            List<Item> inScope = model.stream()
                    .filter(item -> key == null || item.key.equals(key))
                    .toList();
            assertThat(rows).as(what).isEqualTo(question.answer.apply(inScope));
        } else if (!question.cut) {
            assertThat(rows).as(what).containsExactlyInAnyOrderElementsOf(question.answer.apply(model));
            for (int i = 0; i < KEYS; i++) {
                String each = "k" + i;
                assertThat(rows.stream().filter(row -> row.startsWith(each + ".")))
                        .as(what + ", " + each)
                        .containsExactlyElementsOf(question.answer.apply(model.stream()
                                .filter(item -> item.key.equals(each))
                                .toList()));
            }
            if (!split) {
                checkPartitions(rows, question, what);
            }
        }
    }

    /** One partition after the other, and those that are small in the order of creation. */
    private void checkPartitions(List<String> rows, Question question, String what) {
        int from = 0;
        for (PartitionSpec partition : engine.container("d", "c").partitions()) {
            List<Item> inPartition = model.stream()
                    .filter(item -> partition
                            .range()
                            .contains(PartitionKeyHasher.hash(items().partitionKey(), PartitionKey.of(item.key))))
                    .toList();
            List<String> expected = question.answer.apply(inPartition);
            List<String> found = rows.subList(from, from + expected.size());
            if (inPartition.size() <= 1000) {
                assertThat(found).as(what + ", partition " + partition.number()).isEqualTo(expected);
            } else {
                assertThat(found).as(what).containsExactlyInAnyOrderElementsOf(expected);
            }
            from += expected.size();
        }
    }
}
