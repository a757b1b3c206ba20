package org.mayflydb.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.MovableClock;
import org.mayflydb.item.Items;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.Keyspace;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.testing.TestStores;

/** Logs are trimmed and deleted keys removed without anybody asking for it. */
class ChoreTest {
    private static final int ITEMS = 450;
    private static final PartitionKey KEY = PartitionKey.of("p");

    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
    private final FaultyStore store = new FaultyStore(TestStores.open());
    private final Queue<Runnable> turns = new ArrayDeque<>();
    private Engine engine = open();

    private Engine open() {
        return Engine.open(
                store,
                EngineSettings.defaults().withClock(clock).withPurgeTimer((delayMillis, step) -> turns.add(step)));
    }

    private Items filled(String policy) {
        engine.createDatabase("d");
        engine.createContainer(
                "d",
                (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}" + policy + "}"),
                null);
        Items items = engine.items("d", "c");
        for (int i = 0; i < ITEMS; i++) {
            byte[] json = ("{\"id\":\"" + i + "\",\"pk\":\"p\"}").getBytes(StandardCharsets.UTF_8);
            items.writer().create(json, WriteOptions.NONE).join();
        }
        return items;
    }

    private void turn(int count) {
        for (int i = 0; i < count && !turns.isEmpty(); i++) {
            turns.remove().run();
        }
    }

    private int stored(Keyspace keyspace) {
        return store.partition(1)
                .scanKeys(KeyRange.prefix(keyspace.prefix()), 10_000)
                .keys()
                .size();
    }

    @Test
    void aLogIsTrimmedStepByStepOnceItsRetentionIsOver() {
        filled(",\"changeFeedPolicy\":{\"retentionDuration\":1}");
        turn(5);
        assertThat(stored(Keyspace.LOG)).isEqualTo(ITEMS + 1);
        clock.advance(Duration.ofMinutes(1));
        turn(1);
        assertThat(stored(Keyspace.LOG)).isEqualTo(ITEMS + 1 - 200);
        turn(5);
        assertThat(stored(Keyspace.LOG)).isEqualTo(1);
    }

    @Test
    void nothingIsDoneWhereThereIsNothingToDo() {
        filled("");
        assertThat(turns).isEmpty();
        assertThat(stored(Keyspace.LOG)).isZero();
    }

    @Test
    void theItemsOfADeletedKeyAreRemovedStepByStep() {
        filled("");
        engine.deleteAll("d", "c", KEY);
        turn(1);
        assertThat(stored(Keyspace.ITEM)).isEqualTo(ITEMS - 100);
        turn(10);
        assertThat(stored(Keyspace.ITEM)).isZero();
        assertThat(stored(Keyspace.DELETED_KEY)).isZero();
    }

    @Test
    void theRemovalGoesOnAfterARestart() {
        filled("");
        engine.deleteAll("d", "c", KEY);
        turn(1);
        turns.clear();
        engine = open();
        assertThat(engine.items("d", "c").usage().items()).isZero();
        turn(10);
        assertThat(stored(Keyspace.ITEM)).isZero();
    }

    @Test
    void aStepThatFailsIsTriedAgain() {
        filled("");
        engine.deleteAll("d", "c", KEY);
        store.failCall(1, FaultyStore.Call.SCAN);
        turn(1);
        assertThat(engine.background().failedChoreSteps()).isEqualTo(1);
        turn(10);
        assertThat(stored(Keyspace.ITEM)).isZero();
    }

    @Test
    void switchingTheLogOffRemovesIt() {
        filled(",\"changeFeedPolicy\":{\"retentionDuration\":1}");
        engine.replaceContainer(
                "d", "c", (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}"));
        assertThat(stored(Keyspace.LOG)).isZero();
    }
}
