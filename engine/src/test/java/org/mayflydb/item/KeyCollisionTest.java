package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import org.mayflydb.database.StoreCheck;
import org.mayflydb.feed.FeedChange;
import org.mayflydb.feed.FeedMode;
import org.mayflydb.feed.FeedRequest;
import org.mayflydb.feed.FeedStart;
import org.mayflydb.item.expiry.Explanation;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.CollidingKeys;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.Keyspace;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyHasher;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.patch.Patch;
import org.mayflydb.query.QueryRequest;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.testing.TestStores;
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
    private final FaultyStore store = new FaultyStore(TestStores.openReliable());
    private Engine engine = openEngine();
    private @Nullable Items opened;

    private Engine openEngine() {
        return Engine.open(
                store,
                EngineSettings.defaults()
                        .withClock(clock)
                        .withBackground(task -> {})
                        .withPurgeTimer(StepTimer.NEVER));
    }

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
    void bothKeysHaveAnItemWithTheSameId(Keys keys) {
        open(keys);
        create(keys.one, "1", 1);
        create(keys.other, "1", 2);
        assertThat(read(keys.one(), "1")).contains("\"n\":1");
        assertThat(read(keys.other(), "1")).contains("\"n\":2");
        for (String key : List.of(keys.one, keys.other)) {
            assertThatThrownBy(() -> items().writer()
                            .create(item(key, "1", 3), WriteOptions.NONE)
                            .join())
                    .isInstanceOf(ConflictException.class);
        }
        assertThat(items().writer()
                        .upsert(item(keys.other, "1", 4), WriteOptions.NONE)
                        .join()
                        .outcome())
                .isEqualTo(ItemResult.Outcome.REPLACED);
        assertThat(read(keys.one(), "1")).contains("\"n\":1");
    }

    @ParameterizedTest
    @EnumSource
    void anItemStaysWhereItIsWhenThePlainLocatorBecomesVacant(Keys keys) {
        open(keys);
        create(keys.one, "1", 1);
        create(keys.other, "1", 2);
        ItemResult deleted =
                items().writer().delete("1", keys.one(), ItemConditions.NONE).join();
        assertThat(deleted.outcome()).isEqualTo(ItemResult.Outcome.DELETED);
        assertThat(read(keys.other(), "1")).contains("\"n\":2");
        assertThatThrownBy(() -> items().writer()
                        .create(item(keys.other, "1", 3), WriteOptions.NONE)
                        .join())
                .isInstanceOf(ConflictException.class);
        ItemResult replaced = items().writer()
                .replace("1", item(keys.other, "1", 4), WriteOptions.NONE)
                .join();
        assertThat(replaced.outcome()).isEqualTo(ItemResult.Outcome.REPLACED);
        assertThat(items().reads().list(ListScope.ALL, 100, null).items()).hasSize(1);
        create(keys.one, "1", 5);
        assertThat(items().reads().list(ListScope.ALL, 100, null).items()).hasSize(2);
        assertSound();
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
    void aBatchSeesItsOwnKey(Keys keys) {
        open(keys);
        create(keys.one, "1", 1);
        List<BatchOperation> operations = List.of(
                new BatchOperation(Kind.CREATE, null, null, item(keys.other, "1", 2), ItemConditions.NONE, false),
                new BatchOperation(Kind.UPSERT, null, null, item(keys.other, "1", 3), ItemConditions.NONE, false),
                new BatchOperation(Kind.READ, "1", null, null, ItemConditions.NONE, true));
        assertThat(TransactionalBatch.of(items(), keys.other(), operations)
                        .join()
                        .results())
                .extracting(OperationResult::status)
                .containsExactly(201, 200, 200);
        assertThat(read(keys.one(), "1")).contains("\"n\":1");
        assertThat(read(keys.other(), "1")).contains("\"n\":3");
    }

    @ParameterizedTest
    @EnumSource
    void aBatchThatFailsLeavesNoMark(Keys keys) {
        open(keys);
        create(keys.one, "1", 1);
        List<BatchOperation> operations = List.of(
                new BatchOperation(Kind.CREATE, null, null, item(keys.other, "1", 2), ItemConditions.NONE, false),
                new BatchOperation(Kind.READ, "absent", null, null, ItemConditions.NONE, true));
        assertThat(TransactionalBatch.of(items(), keys.other(), operations)
                        .join()
                        .results())
                .extracting(OperationResult::status)
                .containsExactly(424, 404);
        assertThat(hasCollisionMark()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void theFirstItemWithADiscriminatorSetsTheMark(Keys keys) {
        open(keys);
        create(keys.one, "1", 1);
        create(keys.other, "2", 2);
        assertThat(hasCollisionMark()).isFalse();
        create(keys.other, "1", 1);
        assertThat(hasCollisionMark()).isTrue();
    }

    private boolean hasCollisionMark() {
        Partition partition = items().partitions().get(0);
        boolean marked = partition.head().collisions();
        assertThat(PartitionHead.stored(partition.store()).collisions()).isEqualTo(marked);
        return marked;
    }

    @ParameterizedTest
    @EnumSource
    void withoutCollisionsAReadIsOneGet(Keys keys) {
        open(keys);
        create(keys.one, "1", 1);
        store.failCall(2);
        assertThat(read(keys.one(), "1")).contains("\"n\":1");
        assertThat(store.isArmed()).as("one call was made").isTrue();
        store.disarm();
        store.failCall(2);
        assertThatThrownBy(() -> read(keys.other(), "2")).isInstanceOf(NotFoundException.class);
        assertThat(store.isArmed()).as("one call was made").isTrue();
        store.disarm();
    }

    @ParameterizedTest
    @EnumSource
    void uniqueValuesArePerKey(Keys keys) {
        open(keys);
        create(keys.one, "1", 1);
        createWithEmail(keys.other, "2", "1");
        assertThat(hasCollisionMark()).isTrue();
        for (String key : List.of(keys.one, keys.other)) {
            assertThatThrownBy(() -> createWithEmail(key, "3", "1")).isInstanceOf(ConflictException.class);
        }
        ItemResult deleted =
                items().writer().delete("1", keys.one(), ItemConditions.NONE).join();
        assertThat(deleted.outcome()).isEqualTo(ItemResult.Outcome.DELETED);
        assertThatThrownBy(() -> createWithEmail(keys.other, "3", "1")).isInstanceOf(ConflictException.class);
        createWithEmail(keys.one, "3", "1");
        deleted =
                items().writer().delete("2", keys.other(), ItemConditions.NONE).join();
        assertThat(deleted.outcome()).isEqualTo(ItemResult.Outcome.DELETED);
        createWithEmail(keys.other, "3", "1");
        assertSound();
    }

    private void createWithEmail(String key, String id, String email) {
        String json = "{\"id\":\"" + id + "\",\"email\":\"" + email + "\",\"user\":\"u\",\"pk\":\"" + key + "\"}";
        ItemResult unused = items().writer()
                .create(json.getBytes(StandardCharsets.UTF_8), WriteOptions.NONE)
                .join();
    }

    @ParameterizedTest
    @EnumSource
    void anExpiredItemOfTheOtherKeyCanStillBeRestored(Keys keys) {
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
        assertThat(items().expiry().explain("1", keys.one()).state()).isEqualTo(Explanation.State.EXPIRED);
        unused = items().writer().restore("1", keys.one(), Lifetime.NEVER).join();
        assertThat(read(keys.one(), "1")).contains("\"n\":1");
        assertThat(read(keys.other(), "1")).contains("\"n\":2");
    }

    @ParameterizedTest
    @EnumSource
    void purgingOneKeyLeavesTheOther(Keys keys) {
        open(keys);
        ItemResult unused = items().writer()
                .create(item(keys.one, "1", 1), WriteOptions.ttlSeconds(10))
                .join();
        unused = items().writer()
                .create(item(keys.other, "1", 2), WriteOptions.ttlSeconds(20))
                .join();
        unused = items().writer()
                .create(item(keys.other, "2", 2), WriteOptions.ttlSeconds(10))
                .join();
        create(keys.one, "2", 1);
        clock.advance(Duration.ofSeconds(10));
        assertThat(items().removal().purgeAll().items()).isEqualTo(2);
        assertThat(read(keys.other(), "1")).contains("\"n\":2");
        assertThat(read(keys.one(), "2")).contains("\"n\":1");
        assertSound();
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
        for (FeedChange change : engine.changes("d", "c").page(request).changes()) {
            ids.add(
                    change instanceof FeedChange.Logged logged
                            ? logged.operation() + " " + logged.id()
                            : new String(((FeedChange.Written) change).item().json(), StandardCharsets.UTF_8)
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
    void deletingAKeyLeavesTheOther(Keys keys) {
        createSix(keys);
        create(keys.other, "0", 6);
        engine.deleteAll("d", "c", keys.one());
        create(keys.one, "1", 7);
        List<String> left = List.of("4", "5", "6", "7");
        assertThat(ids("SELECT VALUE c.n FROM c", ListScope.ALL)).containsExactlyInAnyOrderElementsOf(left);
        assertThat(items().usage().items()).isEqualTo(4);
        while (items().removal().removeDeleted(1)) {
            // Step by step.
            assertThat(ids("SELECT VALUE c.n FROM c", ListScope.ALL)).containsExactlyInAnyOrderElementsOf(left);
        }
        assertThat(items().partitions().get(0).head().items()).isEqualTo(4);
        engine.deleteAll("d", "c", PartitionKey.of(keys.other));
        assertThat(ids("SELECT VALUE c.n FROM c", ListScope.ALL)).containsExactly("7");
        assertSound();
    }

    @ParameterizedTest
    @EnumSource
    void bothKeysCanBeDeleted(Keys keys) {
        open(keys);
        create(keys.one, "1", 1);
        engine.deleteAll("d", "c", keys.one());
        create(keys.other, "1", 2);
        engine.deleteAll("d", "c", keys.other());
        assertThat(items().reads().list(ListScope.ALL, 100, null).items()).isEmpty();
        while (items().removal().removeDeleted(1)) {
            assertThat(items().reads().list(ListScope.ALL, 100, null).items()).isEmpty();
        }
        assertThat(items().partitions().get(0).head().items()).isZero();
        assertSound();
    }

    /** It refused to delete a key while another one with the same hash had items. */
    @ParameterizedTest
    @EnumSource
    void aDeletionOfAnEarlierReleaseHidesAllItemsOfTheHash(Keys keys) {
        createSix(keys);
        int number = items().partitions().get(0).number();
        long lsn = items().partitions().get(0).head().lastLsn();
        EffectivePartitionKey hash = PartitionKeyHasher.hash(items().partitionKey(), keys.one());
        byte[] record = ByteBuffer.allocate(1 + hash.array().length)
                .put(Keyspace.DELETED_KEY.tag())
                .put(hash.array())
                .array();
        StorePartition partition = store.partition(number);
        assertThat(partition.commit(new Commit(Durability.SYNCED)
                        .put(
                                record,
                                ByteBuffer.allocate(Long.BYTES).putLong(lsn - 1).array())))
                .isEqualTo(CommitOutcome.APPLIED);
        engine = openEngine();
        opened = engine.items("d", "c");
        assertThat(ids("SELECT VALUE c.n FROM c", ListScope.ALL)).containsExactly("5");
        while (items().removal().removeDeleted(2)) {
            assertThat(ids("SELECT VALUE c.n FROM c", ListScope.ALL)).containsExactly("5");
        }
        assertThat(partition.get(record)).isNull();
        assertSound();
    }

    private void assertSound() {
        assertThat(StoreCheck.run(store).findings()).isEmpty();
    }
}
