package org.mayflydb.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.Machine;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.item.Items;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.query.QueryRequest;
import org.mayflydb.storage.ForwardingStore;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Store;
import org.mayflydb.testing.TestStores;

/** What becomes of items when the clock of the machine is set. */
class ClockJumpTest {
    private final Machine machine = new Machine();
    private final Store store = new Kept(TestStores.open());
    private final Queue<Runnable> turns = new ArrayDeque<>();
    private final List<String> heard = new ArrayList<>();
    private Engine engine = open();
    private final Items items = container();

    /** Outlives the engine that was opened on it. */
    private static final class Kept extends ForwardingStore {
        Kept(Store inner) {
            super(inner);
        }

        @Override
        public void close() {
            // what is stored stays
        }
    }

    private Engine open() {
        return Engine.open(
                store,
                EngineSettings.defaults()
                        .withClock(machine)
                        .withClockRules(machine.rules())
                        .withBackground(Runnable::run)
                        .withPurgeTimer((delayMillis, step) -> turns.add(step))
                        .withListener(new Heard()));
    }

    private Items container() {
        engine.createDatabase("d");
        return container("c", "");
    }

    private Items container(String id, String policy) {
        engine.createContainer(
                "d",
                (JsonObject) JsonValue.parse("{\"id\":\"" + id
                        + "\",\"partitionKey\":{\"paths\":[\"/id\"]},\"defaultTtl\":-1" + policy + "}"),
                null);
        return engine.items("d", id);
    }

    private final class Heard implements EngineListener {
        @Override
        public void clockJumped(Duration ahead, Duration grace) {
            heard.add("jumped " + ahead.toSeconds() + ", accepted in " + grace.toSeconds());
        }

        @Override
        public void clockTakenBack() {
            heard.add("taken back");
        }

        @Override
        public void clockAccepted(Duration ahead) {
            heard.add("accepted " + ahead.toSeconds());
        }

        @Override
        public void timeHeldByWrites(List<PartitionAhead> partitions) {
            partitions.forEach(held ->
                    heard.add(held.containerId() + " held by " + held.ahead().toSeconds()));
        }

        @Override
        public void clockBehind(List<PartitionAhead> partitions) {
            partitions.forEach(held ->
                    heard.add(held.containerId() + " ahead by " + held.ahead().toSeconds()));
        }
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private void create(String id, int ttl) {
        items.writer()
                .create(
                        ("{\"id\":\"" + id + "\",\"ttl\":" + ttl + "}").getBytes(StandardCharsets.UTF_8),
                        WriteOptions.NONE)
                .join();
    }

    private boolean isVisible(String id) {
        try {
            engine.items("d", "c").reads().read(id, PartitionKey.of(id), ItemConditions.NONE);
            return true;
        } catch (NotFoundException expired) {
            return false;
        }
    }

    private List<?> queried() {
        return engine.query("d", "c", new QueryRequest("SELECT * FROM c", Map.of(), ListScope.ALL, 10, null))
                .rows();
    }

    private long entries() {
        return store.partition(2).scanKeys(KeyRange.all(), 1000).keys().size();
    }

    /** What the purge and the other chores do within a few seconds. */
    private void runBackground() {
        for (int i = 0; i < 20 && !turns.isEmpty(); i++) {
            turns.remove().run();
        }
    }

    private long purged() {
        runBackground();
        return engine.background().purgedItems();
    }

    private void restart() {
        engine.close();
        turns.clear();
        engine = open();
    }

    @Test
    void whatExpiresOnlyByAJumpIsHiddenAndNotDeleted() {
        create("a", 1800);
        machine.step(3600);
        assertThat(isVisible("a")).isFalse();
        assertThat(purged()).isZero();
        assertThat(items.removal().purgeAll().items()).as("nor on request").isZero();
        assertThat(engine.time().isSuspect()).isTrue();
        assertThat(heard).containsExactly("jumped 3600, accepted in 600");
    }

    @Test
    void purgeThatNoticesTheJumpFirstDeletesNothing() {
        create("a", 1800);
        machine.step(3600);
        assertThat(purged()).isZero();
    }

    @Test
    void clockThatIsSetBackBringsEverythingBack() {
        create("a", 1800);
        machine.step(3600);
        assertThat(isVisible("a")).isFalse();
        machine.pass(60);
        machine.step(-3600);
        assertThat(isVisible("a")).isTrue();
        machine.pass(1740);
        assertThat(isVisible("a")).isFalse();
        assertThat(purged()).isEqualTo(1);
        assertThat(heard).containsExactly("jumped 3600, accepted in 600", "taken back");
    }

    @Test
    void acceptedTimeIsPurgedBy() {
        create("a", 1800);
        machine.step(3600);
        assertThat(purged()).isZero();
        assertThat(engine.time().accept()).isTrue();
        assertThat(purged()).isEqualTo(1);
        assertThat(heard).containsExactly("jumped 3600, accepted in 600", "accepted 3600");
    }

    @Test
    void timeIsPurgedByAfterTheGracePeriod() {
        create("a", 1800);
        machine.step(3600);
        assertThat(purged()).isZero();
        machine.pass(600);
        assertThat(purged()).isEqualTo(1);
    }

    @Test
    void acceptedTimeDoesNotGoBackAnyMore() {
        create("a", 1800);
        machine.step(3600);
        isVisible("a");
        engine.time().accept();
        machine.step(-3600);
        assertThat(isVisible("a")).isFalse();
    }

    @Test
    void logsAreNotTrimmedByASuspectTime() {
        Items logged = container("logged", ",\"changeFeedPolicy\":{\"retentionDuration\":10}");
        logged.writer()
                .create("{\"id\":\"a\"}".getBytes(StandardCharsets.UTF_8), WriteOptions.NONE)
                .join();
        long before = entries();
        machine.step(3600);
        assertThat(logged.trimLog(100)).isFalse();
        assertThat(entries()).isEqualTo(before);
        engine.time().accept();
        logged.trimLog(100);
        assertThat(entries()).isLessThan(before);
    }

    @Test
    void writesDuringAJumpHoldTheTimeOfTheirPartitionAndAreNamed() {
        machine.step(3600);
        create("a", -1);
        machine.step(-3600);
        isVisible("a");
        assertThat(heard).containsExactly("jumped 3600, accepted in 600", "taken back", "c held by 3600");
        assertThat(items.partitions().get(0).now()).isEqualTo(machine.second() + 3600);
    }

    @Test
    void commitWithoutAWriteDoesNotStoreASuspectTime() {
        create("a", -1);
        machine.step(3600);
        isVisible("a");
        items.partitions().get(0).write(transaction -> {
            transaction.put(new byte[] {0x7f}, new byte[0]);
            return true;
        });
        assertThat(PartitionHead.stored(store.partition(1)).timeFloor()).isEqualTo(Machine.START);
        restart();
        assertThat(PartitionHead.stored(store.partition(1)).timeFloor())
                .as("nor does a stop")
                .isEqualTo(Machine.START);
    }

    @Test
    void expiredItemStaysExpiredWhenTheClockStepsBack() {
        create("a", 30);
        machine.pass(30);
        assertThat(isVisible("a")).isFalse();
        machine.step(-20);
        assertThat(isVisible("a")).isFalse();
        assertThat(items.reads().list(ListScope.ALL, 10, null).items()).isEmpty();
        assertThat(queried()).isEmpty();
    }

    @Test
    void whatAQueryReportedAsExpiredStaysExpired() {
        create("a", 30);
        machine.pass(30);
        assertThat(queried()).isEmpty();
        machine.step(-20);
        assertThat(isVisible("a")).isFalse();
    }

    @Test
    void writeAfterAStepBackIsNotOlderThanTheTimeThatWasTold() {
        machine.pass(100);
        isVisible("a");
        machine.step(-50);
        create("a", -1);
        assertThat(PartitionHead.stored(store.partition(1)).timeFloor()).isEqualTo(Machine.START + 100);
    }

    @Test
    void expiredItemStaysExpiredAfterACleanRestart() {
        create("a", 30);
        machine.pass(30);
        assertThat(isVisible("a")).isFalse();
        engine.close();
        machine.step(-20);
        engine = open();
        assertThat(isVisible("a")).isFalse();
        assertThat(StoreCheck.run(store).findings()).isEmpty();
    }

    @Test
    void stopMarksWhatWasWrittenAndNothingElse() {
        create("a", 30);
        assertThat(PartitionHead.stored(store.partition(1)).cleanStop()).isEmpty();
        engine.close();
        PartitionHead stopped = PartitionHead.stored(store.partition(1));
        assertThat(stopped.cleanStop()).hasValue(2);
        engine = open();
        engine.close();
        assertThat(PartitionHead.stored(store.partition(1))).isEqualTo(stopped);
        engine = open();
    }

    @Test
    void firstWriteAfterACleanStopTakesTheMarkAway() {
        create("a", 30);
        engine.close();
        engine = open();
        engine.items("d", "c")
                .writer()
                .create("{\"id\":\"b\"}".getBytes(StandardCharsets.UTF_8), WriteOptions.NONE)
                .join();
        assertThat(PartitionHead.stored(store.partition(1)).cleanStop()).isEmpty();
    }

    @Test
    void everyCommitStoresTheTime() {
        create("a", -1);
        machine.pass(10);
        items.partitions().get(0).write(transaction -> {
            transaction.put(new byte[] {0x7f}, new byte[0]);
            return true;
        });
        assertThat(PartitionHead.stored(store.partition(1)).timeFloor()).isEqualTo(Machine.START + 10);
    }

    @Test
    void purgeGoesByTheClockAndNotByATimeThatWritesCarriedAway() {
        create("a", 1800);
        machine.step(3600);
        create("b", -1);
        machine.step(-3600);
        assertThat(isVisible("a")).as("its partition's time is held").isFalse();
        assertThat(purged()).isZero();
        machine.pass(1800);
        assertThat(purged()).isEqualTo(1);
    }

    @Test
    void clockMoreThanAnHourBehindAPartitionIsReportedWhenItIsOpened() {
        create("a", -1);
        engine.close();
        machine.step(-7200);
        engine = open();
        isVisible("a");
        assertThat(heard).containsExactly("c ahead by 7200");
        assertThat(engine.time().partitionsAhead()).isEqualTo(1);
        machine.pass(3600);
        assertThat(engine.time().partitionsAhead()).isZero();
    }

    @Test
    void clockThatFallsMoreThanAnHourBehindAPartitionIsReported() {
        create("a", -1);
        machine.step(-7200);
        isVisible("a");
        assertThat(heard).containsExactly("c ahead by 7200");
    }
}
