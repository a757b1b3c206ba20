package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.batch.BatchOperation;
import org.mayflydb.batch.BatchOperation.Kind;
import org.mayflydb.batch.OperationResult;
import org.mayflydb.batch.TransactionalBatch;
import org.mayflydb.charge.Throughput;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.feed.Change;
import org.mayflydb.feed.FeedMode;
import org.mayflydb.feed.FeedRequest;
import org.mayflydb.feed.FeedStart;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.CollidingKeys;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.patch.Patch;
import org.mayflydb.query.QueryRequest;
import org.mayflydb.storage.memory.MemoryStore;
import org.mayflydb.ttl.Lifetime;
import org.mayflydb.ttl.LiveItem;

/** Two partition keys with one hash are two keys all the same. */
class KeyCollisionTest {
    /** How a container hashes, and two keys that it cannot tell apart by their hashes. */
    enum Keys {
        VERSION_2(
                "{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}",
                CollidingKeys.VICTIM,
                CollidingKeys.INTRUDER,
                1),
        VERSION_1(
                "{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":1}",
                CollidingKeys.VICTIM_1,
                CollidingKeys.INTRUDER_1,
                1),
        HIERARCHICAL(
                "{\"paths\":[\"/pk\",\"/user\"],\"kind\":\"MultiHash\",\"version\":2}",
                CollidingKeys.VICTIM,
                CollidingKeys.INTRUDER,
                2);

        private final String definition;
        private final String one;
        private final String other;
        private final int levels;

        Keys(String definition, String one, String other, int levels) {
            this.definition = definition;
            this.one = one;
            this.other = other;
            this.levels = levels;
        }

        PartitionKey one() {
            return key(one);
        }

        PartitionKey other() {
            return key(other);
        }

        private PartitionKey key(String value) {
            return levels == 1 ? PartitionKey.of(value) : PartitionKey.of(value, "u");
        }
    }

    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
    private final Engine engine = Engine.open(
            new MemoryStore(),
            EngineSettings.defaults()
                    .withClock(clock)
                    .withBackground(task -> {})
                    .withPurgeTimer(StepTimer.NEVER));
    private @Nullable Items opened;

    @AfterEach
    void close() {
        engine.close();
    }

    private void open(Keys keys) {
        engine.createDatabase("d");
        JsonObject container = (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":" + keys.definition
                + ",\"defaultTtl\":-1,\"changeFeedPolicy\":{\"retentionDuration\":10}"
                + ",\"uniqueKeyPolicy\":{\"uniqueKeys\":[{\"paths\":[\"/email\"]}]}}");
        engine.createContainer("d", container, Throughput.manual(400));
        opened = engine.items("d", "c");
    }

    private Items items() {
        return Invariant.present(opened, "every test opens a container first");
    }

    private static byte[] item(String key, String id, int n) {
        return ("{\"id\":\"" + id + "\",\"email\":\"" + id + "\",\"n\":" + n + ",\"even\":" + (n % 2 == 0)
                        + ",\"user\":\"u\",\"pk\":\"" + key + "\"}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private void create(String key, String id, int n) {
        ItemResult unused =
                items().writer().create(item(key, id, n), WriteOptions.NONE).join();
    }

    private static void assertCollides(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(BadRequestException.class).hasMessageContaining("PartitionKeyCollision");
    }

    private String read(PartitionKey key, String id) {
        LiveItem item = items().reads().read(id, key, ItemConditions.NONE).item();
        return Invariant.present(item, "it was read without a condition").jsonText();
    }

    @ParameterizedTest
    @EnumSource
    void anItemIsFoundUnderItsOwnKeyOnly(Keys keys) {
        open(keys);
        create(keys.one, "1", 1);
        assertThat(read(keys.one(), "1")).contains("\"n\":1");
        assertThatThrownBy(() -> items().reads().read("1", keys.other(), ItemConditions.NONE))
                .isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> items().writer()
                        .read("1", keys.other(), ItemConditions.NONE)
                        .join())
                .isInstanceOf(NotFoundException.class);
        assertThat(items().expiry().explain("1", keys.one()).state()).isEqualTo(Explanation.State.LIVE);
        assertThat(items().expiry().explain("1", keys.other()).state()).isEqualTo(Explanation.State.ABSENT);
    }

    @ParameterizedTest
    @EnumSource
    void anotherKeyCannotTakeTheIdAndChangesNothing(Keys keys) {
        open(keys);
        create(keys.one, "1", 1);
        String before = read(keys.one(), "1");
        assertCollides(() -> items().writer()
                .create(item(keys.other, "1", 2), WriteOptions.NONE)
                .join());
        assertCollides(() -> items().writer()
                .upsert(item(keys.other, "1", 2), WriteOptions.NONE)
                .join());
        assertThat(read(keys.one(), "1")).isEqualTo(before);
        assertThatThrownBy(() -> items().writer()
                        .create(item(keys.one, "1", 2), WriteOptions.NONE)
                        .join())
                .isInstanceOf(ConflictException.class);
    }

    @ParameterizedTest
    @EnumSource
    void anotherKeyNeitherReplacesNorPatchesNorDeletes(Keys keys) {
        open(keys);
        create(keys.one, "1", 1);
        String before = read(keys.one(), "1");
        Patch patch = Patch.parse(
                "{\"operations\":[{\"op\":\"set\",\"path\":\"/n\",\"value\":2}]}".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> items().writer()
                        .replace("1", item(keys.other, "1", 2), WriteOptions.NONE)
                        .join())
                .isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> items().writer()
                        .modify("1", keys.other(), patch.edit(items().partitionKey()), ItemConditions.NONE)
                        .join())
                .isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> items().writer()
                        .delete("1", keys.other(), ItemConditions.NONE)
                        .join())
                .isInstanceOf(NotFoundException.class);
        assertThat(read(keys.one(), "1")).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void anEditCannotMoveAnItemToTheOtherKey(Keys keys) {
        open(keys);
        create(keys.one, "1", 1);
        assertThatThrownBy(() -> items().writer()
                        .modify("1", keys.one(), (present, now) -> item(keys.other, "1", 2), ItemConditions.NONE)
                        .join())
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("cannot be changed");
    }

    @ParameterizedTest
    @EnumSource
    void aBatchFailsWhereItMeetsTheOtherKey(Keys keys) {
        open(keys);
        create(keys.one, "1", 1);
        List<BatchOperation> operations = List.of(
                new BatchOperation(Kind.CREATE, null, null, item(keys.other, "2", 2), ItemConditions.NONE, false),
                new BatchOperation(Kind.UPSERT, null, null, item(keys.other, "1", 2), ItemConditions.NONE, false));
        assertThat(TransactionalBatch.of(items(), keys.other(), operations)
                        .join()
                        .results())
                .extracting(OperationResult::status)
                .containsExactly(424, 400);
        List<BatchOperation> reading =
                List.of(new BatchOperation(Kind.READ, "1", null, null, ItemConditions.NONE, true));
        assertThat(TransactionalBatch.of(items(), keys.other(), reading).join().results())
                .extracting(OperationResult::status)
                .containsExactly(404);
        assertThat(ids("SELECT VALUE c.id FROM c", ListScope.ALL)).containsExactly("\"1\"");
    }

    @ParameterizedTest
    @EnumSource
    void aUniqueValueOfTheOtherKeyIsRefused(Keys keys) {
        open(keys);
        create(keys.one, "1", 1);
        String same = "{\"id\":\"2\",\"email\":\"1\",\"user\":\"u\",\"pk\":\"";
        assertCollides(() -> items().writer()
                .create((same + keys.other + "\"}").getBytes(StandardCharsets.UTF_8), WriteOptions.NONE)
                .join());
        assertThatThrownBy(() -> items().writer()
                        .create((same + keys.one + "\"}").getBytes(StandardCharsets.UTF_8), WriteOptions.NONE)
                        .join())
                .isInstanceOf(ConflictException.class);
    }

    @ParameterizedTest
    @EnumSource
    void anExpiredItemOfTheOtherKeyGivesWay(Keys keys) {
        open(keys);
        ItemResult unused = items().writer()
                .create(item(keys.one, "1", 1), WriteOptions.ttlSeconds(10))
                .join();
        clock.advance(Duration.ofSeconds(10));
        assertThatThrownBy(() -> items().writer()
                        .restore("1", keys.other(), Lifetime.NEVER)
                        .join())
                .isInstanceOf(NotFoundException.class);
        create(keys.other, "1", 2);
        assertThat(read(keys.other(), "1")).contains("\"n\":2");
        assertThatThrownBy(() -> items().reads().read("1", keys.one(), ItemConditions.NONE))
                .isInstanceOf(NotFoundException.class);
    }

    private List<String> ids(String query, ListScope scope) {
        return engine.query("d", "c", new QueryRequest(query, Map.of(), scope, 100, null)).rows().stream()
                .map(JsonValue::toString)
                .toList();
    }

    private void createSix(Keys keys) {
        open(keys);
        for (int i = 0; i < 6; i++) {
            create(i < 4 ? keys.one : keys.other, Integer.toString(i), i);
        }
    }

    @ParameterizedTest
    @EnumSource
    void listsShowOneKey(Keys keys) {
        createSix(keys);
        assertThat(items().reads().list(ListScope.of(keys.one()), 100, null).items())
                .hasSize(4);
        assertThat(items().reads().list(ListScope.of(keys.other()), 100, null).items())
                .hasSize(2);
        assertThat(items().reads()
                        .list(ListScope.of(PartitionKey.of(keys.other)), 100, null)
                        .items())
                .hasSize(2);
        assertThat(items().reads().list(ListScope.ALL, 100, null).items()).hasSize(6);
    }

    @ParameterizedTest
    @EnumSource
    void queriesSeeOneKeyByEveryWay(Keys keys) {
        createSix(keys);
        for (ListScope scope : List.of(ListScope.of(keys.other()), ListScope.of(PartitionKey.of(keys.other)))) {
            assertThat(ids("SELECT VALUE c.id FROM c", scope)).containsExactlyInAnyOrder("\"4\"", "\"5\"");
            assertThat(ids("SELECT VALUE c.id FROM c WHERE c.n = 1", scope)).isEmpty();
            assertThat(ids("SELECT VALUE c.id FROM c WHERE c.n = 4 AND c.even", scope))
                    .containsExactly("\"4\"");
            assertThat(ids("SELECT VALUE c.id FROM c ORDER BY c.n DESC", scope)).containsExactly("\"5\"", "\"4\"");
            assertThat(ids("SELECT VALUE c.id FROM c ORDER BY c.missing", scope))
                    .hasSize(2);
            assertThat(ids("SELECT VALUE COUNT(1) FROM c", scope)).containsExactly("2");
            assertThat(ids("SELECT VALUE COUNT(1) FROM c WHERE c.even", scope)).containsExactly("1");
            assertThat(ids("SELECT VALUE COUNT(1) FROM c WHERE c.n >= 0", scope))
                    .containsExactly("2");
            assertThat(ids("SELECT VALUE SUM(c.n) FROM c", scope)).containsExactly("9");
            assertThat(ids("SELECT VALUE COUNT(1) FROM c WHERE c.pk = '" + keys.one + "'", scope))
                    .containsExactly("0");
        }
    }

    @ParameterizedTest
    @EnumSource
    void theKeyInWhereNarrowsToOneKey(Keys keys) {
        createSix(keys);
        String where = " FROM c WHERE c.pk = '" + keys.other + "'";
        assertThat(ids("SELECT VALUE c.id" + where, ListScope.ALL)).containsExactlyInAnyOrder("\"4\"", "\"5\"");
        assertThat(ids("SELECT VALUE COUNT(1)" + where, ListScope.ALL)).containsExactly("2");
        assertThat(ids("SELECT VALUE c.id" + where + " ORDER BY c.n", ListScope.ALL))
                .containsExactly("\"4\"", "\"5\"");
        assertThat(ids("SELECT VALUE c.id" + where + " OR c.pk = '" + keys.one + "'", ListScope.ALL))
                .hasSize(6);
    }

    private List<String> changedIds(FeedMode mode, PartitionKey key, FeedStart start) {
        List<String> ids = new ArrayList<>();
        FeedRequest request = new FeedRequest(mode, ListScope.of(key), start, 100);
        for (Change change : engine.changes("d", "c").page(request).changes()) {
            ids.add(
                    change instanceof Change.Logged logged
                            ? logged.operation() + " " + logged.id()
                            : new String(((Change.Written) change).item().json(), StandardCharsets.UTF_8)
                                    .replaceAll("^\\{\"id\":\"(.)\".*", "$1"));
        }
        return ids;
    }

    @ParameterizedTest
    @EnumSource
    void changeFeedsShowOneKey(Keys keys) {
        createSix(keys);
        ItemResult unused =
                items().writer().delete("0", keys.one(), ItemConditions.NONE).join();
        assertThat(changedIds(FeedMode.LATEST_VERSION, keys.one(), FeedStart.BEGINNING))
                .containsExactly("1", "2", "3");
        assertThat(changedIds(FeedMode.LATEST_VERSION, keys.other(), FeedStart.BEGINNING))
                .containsExactly("4", "5");
        assertThat(changedIds(FeedMode.ALL_VERSIONS, keys.other(), new FeedStart.After(0)))
                .containsExactly("CREATE 4", "CREATE 5");
        assertThat(changedIds(FeedMode.ALL_VERSIONS, PartitionKey.of(keys.one), new FeedStart.After(0)))
                .containsExactly("CREATE 0", "CREATE 1", "CREATE 2", "CREATE 3", "DELETE 0");
    }

    @ParameterizedTest
    @EnumSource
    void deletingAKeyIsRefusedWhileTheOtherHasItems(Keys keys) {
        createSix(keys);
        assertCollides(() -> engine.deleteAll("d", "c", keys.one()));
        assertCollides(() -> engine.deleteAll("d", "c", PartitionKey.of(keys.other)));
        assertThat(items().reads().list(ListScope.ALL, 100, null).items()).hasSize(6);
        for (String id : List.of("4", "5")) {
            ItemResult unused = items().writer()
                    .delete(id, keys.other(), ItemConditions.NONE)
                    .join();
        }
        engine.deleteAll("d", "c", keys.one());
        create(keys.other, "1", 7);
        while (items().removal().removeDeleted(100)) {
            // Step by step.
        }
        assertThat(ids("SELECT VALUE c.n FROM c", ListScope.ALL)).containsExactly("7");
    }

    @ParameterizedTest
    @EnumSource
    void deletingTheOtherKeyLeavesWhatIsAlreadyDeleted(Keys keys) {
        open(keys);
        create(keys.one, "1", 1);
        engine.deleteAll("d", "c", keys.one());
        create(keys.other, "2", 2);
        engine.deleteAll("d", "c", keys.other());
        assertThat(items().reads().list(ListScope.ALL, 100, null).items()).isEmpty();
    }
}
