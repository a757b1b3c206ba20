package org.mayflydb.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.PreconditionFailedException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.charge.Throughput;
import org.mayflydb.charge.ThroughputRules;
import org.mayflydb.forecast.TtlGuard;
import org.mayflydb.item.Items;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.testing.TestStores;

class ContainerChangesTest {
    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
    private final FaultyStore store = new FaultyStore(TestStores.open());
    private Engine engine = open(ThroughputRules.METERED);

    ContainerChangesTest() {
        engine.createDatabase("d");
    }

    private Engine open(ThroughputRules throughput) {
        EngineSettings settings = EngineSettings.defaults()
                .withClock(clock)
                .withThroughput(throughput)
                .withPurgeTimer(StepTimer.NEVER);
        return Engine.open(store, settings, new TtlGuard(50));
    }

    @AfterEach
    void close() {
        store.disarm();
        engine.close();
    }

    private static JsonObject properties(String id, String more) {
        return (JsonObject)
                JsonValue.parse("{\"id\":\"" + id + "\",\"partitionKey\":{\"paths\":[\"/id\"]}" + more + "}");
    }

    private ContainerRecord create(String id) {
        return engine.createContainer("d", properties(id, ""), null);
    }

    private Items filled(String id) {
        create(id);
        Items items = engine.items("d", id);
        for (int i = 0; i < 4; i++) {
            items.writer()
                    .create(("{\"id\":\"" + i + "\"}").getBytes(StandardCharsets.UTF_8), WriteOptions.NONE)
                    .join();
        }
        return items;
    }

    private List<Integer> numbers(String id) {
        return engine.container("d", id).partitions().stream()
                .map(partition -> partition.number())
                .toList();
    }

    @Test
    void aPolicyThatIsNotValidChangesNothing() {
        create("c");
        String etag = engine.container("d", "c").etag();
        for (String more : List.of(
                ",\"changeFeedPolicy\":{\"retentionDuration\":-1}",
                ",\"computedProperties\":[{\"name\":\"x\",\"query\":\"nonsense\"}]")) {
            assertThatThrownBy(() -> engine.createContainer("d", properties("new", more), null))
                    .isInstanceOf(BadRequestException.class);
            assertThatThrownBy(() -> engine.replaceContainer("d", "c", properties("c", more)))
                    .isInstanceOf(BadRequestException.class);
        }
        assertThat(engine.findContainer("d", "new")).isNull();
        assertThat(engine.container("d", "c").etag()).isEqualTo(etag);
    }

    @Test
    void aDeletedContainerLeavesNothingStored() {
        filled("c");
        List<Integer> numbers = numbers("c");
        assertThat(store.partitionNumbers()).containsAll(numbers);
        engine.deleteContainer("d", "c");
        assertThat(store.partitionNumbers()).doesNotContainAnyElementsOf(numbers);
    }

    @Test
    void aDeletedContainerTakesNoWrite() {
        Items items = filled("c");
        engine.deleteContainer("d", "c");
        assertThatThrownBy(() -> items.writer()
                        .create("{\"id\":\"x\"}".getBytes(StandardCharsets.UTF_8), WriteOptions.NONE)
                        .join())
                .isInstanceOf(NotFoundException.class);
    }

    @Test
    void whatADeleteCouldNotRemoveIsRemovedAtTheNextStart() {
        filled("c");
        List<Integer> numbers = numbers("c");
        store.failCall(1, FaultyStore.Call.DROP);
        assertThatThrownBy(() -> engine.deleteContainer("d", "c")).isInstanceOf(UnavailableException.class);
        assertThat(engine.findContainer("d", "c")).isNull();
        assertThat(store.partitionNumbers()).containsAll(numbers);
        engine = open(ThroughputRules.METERED);
        assertThat(store.partitionNumbers()).doesNotContainAnyElementsOf(numbers);
    }

    @Test
    void aContainerThatCannotBeRemovedDoesNotKeepTheOthersOfItsDatabase() {
        filled("a");
        filled("b");
        List<Integer> ofB = numbers("b");
        store.failCall(1, FaultyStore.Call.DROP);
        assertThatThrownBy(() -> engine.deleteDatabase("d")).isInstanceOf(UnavailableException.class);
        assertThat(engine.findDatabase("d")).isNull();
        assertThat(store.partitionNumbers()).doesNotContainAnyElementsOf(ofB);
    }

    @Test
    void aSuccessorContinuesTheLsnsOfItsName() {
        Items items = filled("c");
        long last = items.lastLsn(0).orElseThrow();
        engine.deleteContainer("d", "c");
        create("c");
        assertThat(engine.items("d", "c").lastLsn(0).orElseThrow()).isGreaterThanOrEqualTo(last);
    }

    @Test
    void theGuardRefusesATtlThatRemovesMostItems() {
        filled("c");
        clock.advance(Duration.ofSeconds(100));
        JsonObject shorter = properties("c", ",\"defaultTtl\":10");
        assertThatThrownBy(() -> engine.replaceContainer("d", "c", shorter)).isInstanceOf(MayflyException.class);
        assertThat(engine.container("d", "c").ttl().isOn()).isFalse();
        engine.replaceContainer("d", "c", shorter, null, TtlChange.CONFIRMED);
        assertThat(engine.container("d", "c").ttl().isOn()).isTrue();
    }

    @Test
    void aGuardedChangeIsMadeThoughTheContainerChangesWhileTheGuardReads() {
        filled("c");
        store.beforeCall(
                1,
                FaultyStore.Call.SCAN,
                () -> engine.replaceContainer(
                        "d", "c", properties("c", ",\"defaultTtl\":-1"), null, TtlChange.CONFIRMED));
        engine.replaceContainer("d", "c", properties("c", ",\"defaultTtl\":1000"));
        assertThat(store.isArmed()).as("the guard has read items").isFalse();
        assertThat(engine.items("d", "c").ttl().defaultSeconds()).isEqualTo(1000);
    }

    @Test
    void aConditionOfTheCallerIsNotRetried() {
        filled("c");
        assertThatThrownBy(
                        () -> engine.replaceContainer("d", "c", properties("c", ",\"defaultTtl\":1000"), "\"another\""))
                .isInstanceOf(PreconditionFailedException.class);
    }

    @Test
    void aServerlessAccountTakesNoThroughput() {
        engine = open(new ThroughputRules(false, true));
        assertThatThrownBy(() -> engine.createDatabase("e", Throughput.manual(400)))
                .isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> engine.createContainer("d", properties("c", ""), Throughput.manual(400)))
                .isInstanceOf(BadRequestException.class);
    }
}
