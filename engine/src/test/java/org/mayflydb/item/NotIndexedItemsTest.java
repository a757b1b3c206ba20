package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.MovableClock;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.Store;
import org.mayflydb.testing.TestStores;
import org.mayflydb.ttl.Lifetime;

/** An item that its writer excludes from the index has only the entry that every item has. */
class NotIndexedItemsTest {
    private static final WriteOptions EXCLUDED = WriteOptions.NONE.withIndexed(false);
    private static final PartitionKey KEY = PartitionKey.of("1");
    private static final int TTL = 10;

    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
    private final Store store = TestStores.openReliable();
    private final Engine engine =
            Engine.open(store, EngineSettings.defaults().withClock(clock).withPurgeTimer(StepTimer.NEVER));

    @BeforeEach
    void createContainer() {
        engine.createDatabase("d");
        engine.createContainer("d", container(""), null);
    }

    @AfterEach
    void everythingFitsTogether() {
        assertThat(StoreCheck.run(store).findings()).isEmpty();
        engine.close();
    }

    private static JsonObject container(String policy) {
        return (JsonObject) JsonValue.parse(
                "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/id\"]},\"defaultTtl\":" + TTL + policy + "}");
    }

    private Items items() {
        return engine.items("d", "c");
    }

    private static byte[] item() {
        return "{\"id\":\"1\",\"a\":1,\"b\":2}".getBytes(StandardCharsets.UTF_8);
    }

    private ItemResult upsert(WriteOptions options) {
        return items().writer().upsert(item(), options).join();
    }

    private long indexEntries() {
        return store.partition(items().partitions().get(0).number())
                .scanKeys(Space.DERIVED, KeyRange.all(), 100)
                .keys()
                .size();
    }

    @Test
    void itCostsLessThanAnIndexedOne() {
        double excluded = upsert(EXCLUDED).charge();
        ItemResult unused =
                items().writer().delete("1", KEY, ItemConditions.NONE).join();
        assertThat(excluded).isLessThan(upsert(WriteOptions.NONE).charge());
    }

    @Test
    void aLaterWriteDecidesAnew() {
        for (WriteOptions options : List.of(EXCLUDED, WriteOptions.NONE, EXCLUDED, EXCLUDED, WriteOptions.NONE)) {
            ItemResult unused = upsert(options);
            assertThat(StoreCheck.run(store).findings()).isEmpty();
        }
    }

    @Test
    void aChangeOfPolicyIndexesNothingOfIt() {
        ItemResult unused = upsert(EXCLUDED);
        engine.replaceContainer(
                "d",
                "c",
                container(
                        ",\"indexingPolicy\":{\"includedPaths\":[{\"path\":\"/a/?\"}],\"excludedPaths\":[{\"path\":\"/*\"}]}"));
        assertThat(indexEntries()).isEqualTo(1);
    }

    @Test
    void itExpiresAndLeavesTheDiskAsOthersDo() {
        ItemResult unused = upsert(EXCLUDED);
        clock.advance(Duration.ofSeconds(TTL));
        assertThat(items().removal().purge(10).items()).isEqualTo(1);
    }

    @Test
    void itIsStillExcludedWhenItIsRestored() {
        ItemResult unused = upsert(EXCLUDED);
        clock.advance(Duration.ofSeconds(TTL));
        ItemResult restored = items().writer().restore("1", KEY, Lifetime.NEVER).join();
        assertThat(restored.outcome()).isEqualTo(ItemResult.Outcome.REPLACED);
        assertThat(indexEntries()).isEqualTo(1);
    }
}
