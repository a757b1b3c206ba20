package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.MovableClock;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.storage.StoreWithRemoteReads;
import org.mayflydb.testing.TestStores;

/** Where each read is a round trip, writes that share a commit read together. */
class GroupedReadsTest {
    private static final int WRITES = 50;
    private static final int EARLIER = 2;
    private static final PartitionKey KEY = PartitionKey.of("p");

    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
    private final StoreWithRemoteReads store = new StoreWithRemoteReads(TestStores.openReliable());
    private final Engine engine =
            Engine.open(store, EngineSettings.defaults().withClock(clock).withPurgeTimer(StepTimer.NEVER));

    @BeforeEach
    void createContainer() {
        engine.createDatabase("d");
        engine.createContainer(
                "d",
                (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"defaultTtl\":-1"
                        + ",\"uniqueKeyPolicy\":{\"uniqueKeys\":[{\"paths\":[\"/n\"]}]}}"),
                null);
        // What the first writes read about the partition is not read again.
        for (int i = 1; i <= EARLIER; i++) {
            ItemResult unused = writer().create(item(-i), WriteOptions.NONE).join();
        }
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private ItemWriter writer() {
        return engine.items("d", "c").writer();
    }

    private static byte[] item(int number) {
        return ("{\"id\":\"" + number + "\",\"pk\":\"p\",\"n\":" + number + ",\"ttl\":10}")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Submits writes that share a commit, and returns how often they have read the store. */
    private int readsOf(IntFunction<ItemWrite<ItemResult>> writes, List<Object> outcomes) {
        List<Runnable> leaders = new ArrayList<>();
        for (int i = 0; i < WRITES; i++) {
            writes.apply(i).submit(leaders::add, outcome -> {
                try {
                    outcomes.add(outcome.get().outcome());
                } catch (MayflyException failure) {
                    outcomes.add(failure);
                }
            });
        }
        long sequence = sequence();
        int before = store.reads();
        leaders.get(0).run();
        assertThat(outcomes).hasSize(WRITES);
        assertThat(sequence()).isLessThanOrEqualTo(sequence + 1);
        return store.reads() - before;
    }

    private long sequence() {
        return engine.items("d", "c").partitions().get(0).head().sequence();
    }

    private int create(List<Object> outcomes) {
        return readsOf(i -> writer().create(item(i), WriteOptions.NONE), outcomes);
    }

    @Test
    void createsReadTheirItemsAndUniqueValuesTogether() {
        List<Object> outcomes = new ArrayList<>();
        // 100 keys, at most 64 in a call.
        assertThat(create(outcomes)).isEqualTo(2);
        assertThat(outcomes).containsOnly(ItemResult.Outcome.CREATED);
    }

    @Test
    void replacesAndDeletesReadTheirItemsTogether() {
        create(new ArrayList<>());
        List<Object> outcomes = new ArrayList<>();
        int reads = readsOf(
                i -> i % 2 == 0
                        ? writer().delete(Integer.toString(i), KEY, ItemConditions.NONE)
                        : writer().upsert(item(i), WriteOptions.NONE),
                outcomes);
        assertThat(reads).isEqualTo(2);
        assertThat(outcomes).contains(ItemResult.Outcome.DELETED, ItemResult.Outcome.REPLACED);
    }

    @Test
    void aBatchReadsItsItemsTogether() {
        ItemBatch batch = writer().batch(KEY);
        for (int i = 0; i < WRITES; i++) {
            byte[] item = item(i);
            batch.add(() -> writer().create(item, WriteOptions.NONE), false);
        }
        int before = store.reads();
        assertThat(batch.write().join().failed()).isEqualTo(-1);
        assertThat(store.reads() - before).isEqualTo(2);
    }

    @Test
    void whatWasReadTogetherIsNotStaleForTheNextWriteOfTheCommit() {
        List<Object> outcomes = new ArrayList<>();
        readsOf(i -> writer().create(item(0), WriteOptions.NONE), outcomes);
        assertThat(outcomes.get(0)).isEqualTo(ItemResult.Outcome.CREATED);
        assertThat(outcomes.subList(1, WRITES))
                .allSatisfy(outcome -> assertThat(outcome).isInstanceOf(ConflictException.class));
    }

    @Test
    void aPurgeStepReadsWhatItDeletesTogether() {
        create(new ArrayList<>());
        clock.advance(Duration.ofSeconds(10));
        int before = store.reads();
        assertThat(engine.items("d", "c").removal().purge(100).items()).isEqualTo(EARLIER + WRITES);
        // A scan of what is due, and its items; nothing inherits its lifetime here.
        assertThat(store.reads() - before).isLessThanOrEqualTo(3);
    }
}
