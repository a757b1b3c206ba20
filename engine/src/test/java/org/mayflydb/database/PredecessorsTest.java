package org.mayflydb.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.charge.Throughput;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.EpkRange;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.Store;
import org.mayflydb.testing.TestStores;

class PredecessorsTest {
    private final Store store = TestStores.open();
    private Engine engine = open();

    PredecessorsTest() {
        engine.createDatabase("d");
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void rangesOfAFirstContainerAreCountedFromZero() {
        assertThat(rangeIds(create(12_000))).containsExactly(0, 1);
    }

    @Test
    void aRangeThatThePredecessorHadKeepsItsId() {
        create(12_000);
        engine.deleteContainer("d", "c");
        assertThat(rangeIds(create(12_000))).containsExactly(0, 1);
    }

    @Test
    void aRangeThatThePredecessorDidNotHaveGetsANewId() {
        create(12_000);
        engine.deleteContainer("d", "c");
        assertThat(rangeIds(create(400))).containsExactly(2);
        engine.deleteContainer("d", "c");
        assertThat(rangeIds(create(18_000))).containsExactly(3, 4, 5);
    }

    @Test
    void aRangeGetsANewIdUnderAnotherPartitionKey() {
        create(12_000);
        engine.deleteContainer("d", "c");
        assertThat(rangeIds(create("/other", 12_000))).containsExactly(2, 3);
    }

    @Test
    void aRangeOfAnyEarlierContainerKeepsItsId() {
        create(12_000);
        engine.deleteContainer("d", "c");
        create(400);
        engine.deleteContainer("d", "c");
        assertThat(rangeIds(create(12_000))).containsExactly(0, 1);
    }

    @Test
    void theRangesOfAnEarlierContainerAreKnownByTheirIds() {
        List<PartitionSpec> before = create(12_000).partitions();
        engine.deleteContainer("d", "c");
        ContainerRecord successor = create(400);
        assertThat(successor.formerRange(1)).isEqualTo(before.get(1).range());
        assertThat(successor.formerRange(2)).isNull();
    }

    @Test
    void theParentOfASplitOfAnEarlierContainerIsKnownByItsId() {
        create(400);
        engine.replaceOffer(engine.container("d", "c"), offer -> Throughput.manual(20_000), null);
        engine.deleteContainer("d", "c");
        assertThat(create(18_000).formerRange(0)).isEqualTo(EpkRange.FULL);
    }

    @Test
    void theChildrenOfASplitGetIdsThatNoEarlierContainerUsed() {
        create(18_000);
        engine.deleteContainer("d", "c");
        create(400);
        engine.deleteContainer("d", "c");
        create(18_000);
        engine.replaceOffer(engine.container("d", "c"), offer -> Throughput.manual(40_000), null);
        assertThat(rangeIds(engine.container("d", "c"))).contains(4, 5).doesNotContain(3);
    }

    @Test
    void theRangesOfAnEarlierContainerAreKnownAfterARestart() {
        List<PartitionSpec> before = create(12_000).partitions();
        engine.deleteContainer("d", "c");
        engine = open();
        ContainerRecord successor = create(400);
        assertThat(rangeIds(successor)).containsExactly(2);
        assertThat(successor.formerRange(0)).isEqualTo(before.get(0).range());
    }

    @Test
    void aContainerOfAnotherNameHasNoPredecessor() {
        create(12_000);
        engine.deleteContainer("d", "c");
        engine.createDatabase("e");
        JsonObject properties = (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");
        assertThat(rangeIds(engine.createContainer("e", properties, null))).containsExactly(0);
    }

    @Test
    void theContainersOfADeletedDatabaseArePredecessorsToo() {
        create(12_000);
        engine.deleteDatabase("d");
        engine.createDatabase("d");
        assertThat(rangeIds(create(400))).containsExactly(2);
    }

    private Engine open() {
        return Engine.open(
                store, EngineSettings.defaults().withPurgeTimer(StepTimer.NEVER).withBackground(Runnable::run));
    }

    private ContainerRecord create(int units) {
        return create("/pk", units);
    }

    private ContainerRecord create(String path, int units) {
        JsonObject properties = (JsonObject)
                JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"" + path + "\"],\"version\":2}}");
        return engine.createContainer("d", properties, Throughput.manual(units));
    }

    private static List<Integer> rangeIds(ContainerRecord container) {
        return container.partitions().stream().map(PartitionSpec::rangeId).toList();
    }
}
