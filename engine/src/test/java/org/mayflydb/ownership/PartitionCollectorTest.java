package org.mayflydb.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.partition.PartitionHead.State;

class PartitionCollectorTest {
    private final StoreDriver driver = new StoreDriver();
    private final TestNode node = TestNode.started(driver, 1);

    private void collect(int partition) {
        driver.run(PartitionCollector.of(node.local, partition));
    }

    private void deleteContainer() {
        driver.catalog = driver.catalog.without(20, driver.container());
    }

    private State stateOf(int partition) {
        return driver.existingHead(partition).ownership().state();
    }

    private void put(int partition, State state, long epoch) {
        driver.put(partition, PartitionHead.EMPTY.with(new Ownership(state, epoch, Ownership.NOBODY, 5, 1)));
    }

    @Test
    void partitionOfTheMapIsNeverDropped() {
        put(1, State.FENCED, 3);
        collect(1);
        assertThat(stateOf(1)).isEqualTo(State.FENCED);
    }

    @Test
    void deletedPartitionIsDroppedAndForgotten() {
        driver.run(node.acquire(1).release());
        deleteContainer();
        collect(1);
        assertThat(stateOf(1)).isEqualTo(State.DROPPED);
        assertThat(driver.catalog.deleted()).isEmpty();
    }

    @Test
    void deletedPartitionWithoutHeadGetsADroppedOne() {
        deleteContainer();
        collect(1);
        assertThat(stateOf(1)).isEqualTo(State.DROPPED);
    }

    @Test
    void deletedPartitionWaitsForItsOwner() {
        node.acquire(1);
        deleteContainer();
        collect(1);
        assertThat(stateOf(1)).isEqualTo(State.ACTIVE);
        driver.run(node.owned(1).switchTo(node.local.catalog()));
        node.renew();
        collect(1);
        assertThat(stateOf(1)).isEqualTo(State.DROPPED);
    }

    @Test
    void activePartitionThatIsOnNoListIsKept() {
        put(9, State.ACTIVE, 3);
        collect(9);
        assertThat(stateOf(9)).isEqualTo(State.ACTIVE);
    }

    @Test
    void parentThatWasReplacedIsDropped() {
        put(9, State.FENCED, 3);
        collect(9);
        assertThat(stateOf(9)).isEqualTo(State.DROPPED);
    }

    @Test
    void childrenOfThisEpochAreKept() {
        put(1, State.ACTIVE, 4);
        driver.catalog = driver.catalog.withChildren(20, 1, 4);
        collect(2);
        assertThat(driver.head(2)).isNull();
    }

    @Test
    void childrenOfAnEarlierEpochThatNobodyNamedAreDropped() {
        put(1, State.ACTIVE, 5);
        driver.catalog = driver.catalog.withChildren(20, 1, 4);
        collect(2);
        collect(3);
        assertThat(stateOf(2)).isEqualTo(State.DROPPED);
        assertThat(driver.catalog.allocations()).isEmpty();
    }

    @Test
    void childThatTheParentNamesIsKept() {
        PartitionHead parent = HeadLine.changed(
                PartitionHead.EMPTY,
                new Ownership(State.SPLITTING, 5, Ownership.NOBODY, 9, 1),
                PartitionHead.EMPTY.time(),
                List.of(2, 3));
        driver.put(1, parent);
        driver.catalog = driver.catalog.withChildren(20, 1, 4);
        put(2, State.COPYING, 1);
        collect(2);
        assertThat(stateOf(2)).isEqualTo(State.COPYING);
    }
}
