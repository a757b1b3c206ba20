package org.mayflydb.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.partition.PartitionHead.State;
import org.mayflydb.storage.CommitOutcome;

class AcquireTest {
    private final StoreDriver driver = new StoreDriver();
    private final TestNode node = TestNode.started(driver, 1);

    @Test
    void partitionOfTheMapGetsItsHead() {
        OwnedPartition owned = node.acquire(1);
        assertThat(owned.isServing()).isTrue();
        assertThat(driver.existingHead(1).owner()).isEqualTo(node.id());
    }

    @Test
    void partitionThatTheCatalogDoesNotKnowIsNotCreated() {
        driver.run(Acquire.of(node.local, 7));
        assertThat(driver.head(7)).isNull();
    }

    @Test
    void liveOwnerKeepsItsPartition() {
        node.acquire(1);
        TestNode other = TestNode.started(driver, 2);
        driver.run(Acquire.of(other.local, 1));
        assertThat(other.local.partition(1)).isNull();
        assertThat(driver.existingHead(1).owner()).isEqualTo(node.id());
    }

    @Test
    void newOwnerStartsAtTheEndOfTheLeaseBefore() {
        node.acquire(1);
        TestNode other = TestNode.started(driver, 2);
        other.setWall(0);
        other.outlive(node.id());
        OwnedPartition taken = other.acquire(1);
        assertThat(driver.existingHead(1).epoch()).isEqualTo(2);
        assertThat(taken.now()).isEqualTo((1_000_000 + 9_000) / 1000);
    }

    @Test
    void ownersRecordIsReadAfterTheHeadFromTheStore() {
        node.acquire(1);
        TestNode other = TestNode.started(driver, 2);
        driver.performed.clear();
        driver.run(Acquire.of(other.local, 1));
        assertThat(driver.performed)
                .extracting(step -> (Object) step.getClass())
                .containsExactly(StoreStep.ReadHead.class, StoreStep.ReadNode.class);
    }

    @Test
    void catalogIsReadAfterTheCommit() {
        driver.performed.clear();
        node.acquire(1);
        assertThat(driver.performed)
                .extracting(step -> (Object) step.getClass())
                .containsExactly(StoreStep.ReadHead.class, StoreStep.WriteHead.class, StoreStep.ReadCatalog.class);
    }

    @Test
    void partitionThatHasLeftTheMapIsNotServed() {
        StoreStep first = Acquire.of(node.local, 1);
        driver.catalog = driver.catalog.without(2, driver.container());
        driver.run(first);
        assertThat(node.local.partition(1)).isNull();
    }

    @Test
    void acquireOfANodeThatRegisteredAnewIsDropped() {
        StoreStep first = Acquire.of(node.local, 1);
        node.local.loseAll();
        node.renew();
        driver.run(first);
        assertThat(node.local.partition(1)).isNull();
    }

    @Test
    void unknownOutcomeIsRepairedByAcquiringAgain() {
        driver.forced.add(CommitOutcome.UNKNOWN);
        driver.run(Acquire.of(node.local, 1));
        assertThat(node.local.partition(1)).isNull();
        assertThat(node.acquire(1).isServing()).isTrue();
    }

    @Test
    void shiftOfTheCatalogIsCommittedBeforeAnythingIsServed() {
        driver.catalog = driver.catalog.withShift(2, 500);
        OwnedPartition owned = node.acquire(1);
        assertThat(driver.existingHead(1).time().shift()).isEqualTo(500);
        assertThat(owned.now()).isEqualTo(1_500);
    }

    @Test
    void childThatIsBeingCopiedIsNotAcquired() {
        driver.put(1, PartitionHead.EMPTY.with(new Ownership(State.COPYING, 1, Ownership.NOBODY, 1, 1)));
        driver.run(Acquire.of(node.local, 1));
        assertThat(driver.existingHead(1).epoch()).isEqualTo(1);
    }

    @Test
    void drainingNodeAcquiresNothing() {
        node.local.stop();
        assertThat(Acquire.of(node.local, 1)).isNull();
    }
}
