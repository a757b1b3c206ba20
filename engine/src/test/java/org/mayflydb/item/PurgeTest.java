package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.FaultyStore.Call;
import org.mayflydb.testing.TestStores;

/** Steps of the purge delete what has expired, a bounded number at a time, and nothing else. */
class PurgeTest {
    private static final long START = 1_794_700_800L;

    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(START));
    private final FaultyStore store = new FaultyStore(TestStores.open());
    private final Engine engine =
            Engine.open(store, EngineSettings.defaults().withClock(clock).withPurgeTimer(StepTimer.NEVER));

    @AfterEach
    void everythingFitsTogether() {
        assertThat(StoreCheck.run(store).findings()).isEmpty();
        engine.close();
    }

    private Items container(String ttl) {
        engine.createDatabase("d");
        engine.createContainer(
                "d",
                (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/id\"]}," + ttl + "}"),
                null);
        return engine.items("d", "c");
    }

    private static void write(Items items, int from, int until, String member) {
        for (int i = from; i < until; i++) {
            String json = "{\"id\":\"" + i + "\"" + member + "}";
            ItemResult unused = items.writer()
                    .upsert(json.getBytes(StandardCharsets.UTF_8), WriteOptions.NONE)
                    .join();
        }
    }

    private long storedItems(Items items) {
        return items.partitions().get(0).head().items();
    }

    private void pass(long seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    @Test
    void aStepDeletesAsManyAsItMayAndSaysWhetherThereAreMore() {
        Items items = container("\"defaultTtl\":10");
        write(items, 0, 25, "");
        pass(10);
        assertThat(items.removal().purge(10)).satisfies(step -> {
            assertThat(step.items()).isEqualTo(10);
            assertThat(step.done()).isFalse();
        });
        assertThat(storedItems(items)).isEqualTo(15);
        assertThat(items.removal().purge(100)).satisfies(step -> {
            assertThat(step.items()).isEqualTo(15);
            assertThat(step.done()).isTrue();
        });
        assertThat(storedItems(items)).isZero();
    }

    @Test
    void anItemThatWasWrittenAgainStaysForItsNewLife() {
        Items items = container("\"defaultTtl\":10");
        write(items, 0, 3, "");
        pass(9);
        write(items, 1, 2, "");
        pass(1);
        assertThat(items.removal().purgeAll().items()).isEqualTo(2);
        assertThat(items.usage().items()).isEqualTo(1);
    }

    @Test
    void ownTtlsAndTheDefaultAreBothFollowed() {
        Items items = container("\"defaultTtl\":100");
        write(items, 0, 5, ",\"ttl\":10");
        write(items, 5, 10, "");
        write(items, 10, 12, ",\"ttl\":-1");
        pass(10);
        assertThat(items.removal().purgeAll().items()).isEqualTo(5);
        pass(90);
        assertThat(items.removal().purgeAll().items()).isEqualTo(5);
        pass(1_000_000);
        assertThat(items.removal().purgeAll().items()).isZero();
        assertThat(storedItems(items)).isEqualTo(2);
    }

    @Test
    void aStepBeginsWhereTheLastOneHasEnded() {
        Items items = container("\"defaultTtl\":10");
        write(items, 0, 20, "");
        pass(10);
        items.removal().purge(8);
        long purged = items.partitions().get(0).head().purgedLsn();
        assertThat(purged).isBetween(8L, 9L);
        items.removal().purge(8);
        assertThat(items.partitions().get(0).head().purgedLsn()).isGreaterThan(purged);
    }

    @Test
    void aStepWhoseCommitFailsHasDeletedNothingAndIsDoneAgain() {
        Items items = container("\"defaultTtl\":10");
        write(items, 0, 5, "");
        pass(10);
        store.failCall(1, Call.COMMIT);
        assertThatThrownBy(() -> items.removal().purge(10)).isInstanceOf(UnavailableException.class);
        assertThat(storedItems(items)).isEqualTo(5);
        assertThat(items.removal().purgedItems()).isZero();
        assertThat(items.removal().purge(10).items()).isEqualTo(5);
    }

    @Test
    void aWalkOverItemsThatHoldTheirOwnStartSkipsNothingWhenACommitFails() {
        Items items = container("\"defaultTtl\":10,\"ttlPropertyPath\":\"/at\"");
        write(items, 0, 30, ",\"at\":" + START);
        pass(10);
        assertThat(items.removal().purge(10).items()).isEqualTo(10);
        store.failCall(1, Call.COMMIT);
        assertThatThrownBy(() -> items.removal().purge(10)).isInstanceOf(UnavailableException.class);
        assertThat(items.removal().purge(10).items())
                .as("the walk did not move on")
                .isEqualTo(10);
        assertThat(items.removal().purge(10).items()).isEqualTo(10);
        assertThat(storedItems(items)).isZero();
    }

    @Test
    void nothingIsPurgedWhileTtlIsOff() {
        Items items = container("\"indexingPolicy\":{\"indexingMode\":\"consistent\"}");
        write(items, 0, 3, ",\"ttl\":1");
        pass(1000);
        assertThat(items.removal().purgeAll().items()).isZero();
        assertThat(items.usage().items()).isEqualTo(3);
    }
}
