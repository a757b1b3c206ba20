package org.mayflydb.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.mayflydb.ownership.HeadLine.Result;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.storage.CommitOutcome;

class OwnedPartitionTest {
    private final StoreDriver driver = new StoreDriver();
    private final TestNode node = TestNode.started(driver, 1);
    private final OwnedPartition partition = node.acquire(1);
    private final List<Result> results = new ArrayList<>();

    private StoreStep write() {
        return partition.commit(partition.head(), "changes", result -> {
            results.add(result);
            return null;
        });
    }

    @Test
    void timeDoesNotFollowAClockThatIsSetBack() {
        assertThat(partition.now()).isEqualTo(1_000);
        node.setWall(5_000);
        assertThat(partition.now()).isEqualTo(1_000);
    }

    @Test
    void timeStopsAtTheEndOfTheLease() {
        node.setWall(5_000_000);
        assertThat(partition.now()).isEqualTo(1_009);
    }

    @Test
    void highWaterMarkOutlivesTheLoss() {
        node.advance(5_000);
        long served = partition.now();
        partition.lose();
        node.setWall(0);
        node.renew();
        assertThat(node.acquire(1).now()).isEqualTo(served);
    }

    @Test
    void nothingIsAnsweredWithoutALease() {
        node.advance(8_000);
        assertThat(partition.mayRespond()).isFalse();
    }

    @Test
    void writeThatIsInDoubtClosesThePartition() {
        for (int i = 0; i < 5; i++) {
            driver.forced.add(CommitOutcome.UNKNOWN);
        }
        driver.run(write());
        assertThat(results).containsExactly(Result.IN_DOUBT);
        assertThat(partition.mayRespond()).isFalse();
        assertThat(node.local.doubts()).containsExactly(1);
    }

    @Test
    void doubtKeepsTheNodeFromPublishingANewerCatalog() {
        writeThatIsInDoubtClosesThePartition();
        driver.catalog = driver.catalog.withShift(9, 0);
        driver.run(CatalogPoll.of(node.local));
        node.renew();
        assertThat(driver.nodes().get(0).appliedCatalog()).isLessThan(9);
        node.acquire(1);
        node.renew();
        assertThat(driver.nodes().get(0).appliedCatalog()).isEqualTo(9);
    }

    @Test
    void releaseLeavesNoOwnerAndTheTimeThatWasServed() {
        node.advance(7_000);
        long served = partition.now();
        driver.run(partition.release());
        PartitionHead head = driver.existingHead(1);
        assertThat(head.owner()).isEqualTo(Ownership.NOBODY);
        assertThat(head.timeFloor()).isEqualTo(served);
        assertThat(head.epoch()).isEqualTo(2);
        assertThat(node.local.partition(1)).isNull();
    }

    @Test
    void releaseThatArrivesLateDoesNotUndoAnAcquire() {
        StoreStep release = Objects.requireNonNull(partition.release());
        driver.forced.add(CommitOutcome.UNKNOWN);
        driver.run(release);
        OwnedPartition again = node.acquire(1);
        assertThat(driver.commit((StoreStep.WriteHead) release)).isEqualTo(CommitOutcome.CONDITION_FAILED);
        assertThat(again.mayRespond()).isTrue();
    }

    @Test
    void newCatalogIsPublishedOnceThePartitionHasSwitched() {
        driver.catalog = driver.catalog.withPolicy(9, driver.container(), "other");
        driver.run(CatalogPoll.of(node.local));
        node.renew();
        assertThat(driver.nodes().get(0).appliedCatalog()).isLessThan(9);
        driver.run(partition.switchTo(node.local.catalog()));
        node.renew();
        assertThat(driver.nodes().get(0).appliedCatalog()).isEqualTo(9);
    }

    @Test
    void partitionThatLeftTheMapIsClosed() {
        driver.catalog = driver.catalog.without(9, driver.container());
        driver.run(CatalogPoll.of(node.local));
        driver.run(partition.switchTo(node.local.catalog()));
        assertThat(partition.isLost()).isTrue();
    }

    @Test
    void timeStandsStillWhileTheShiftIsCommitted() {
        driver.catalog = driver.catalog.withShift(9, -300);
        long before = partition.now();
        StoreStep shift = partition.switchTo(driver.catalog);
        node.advance(5_000);
        assertThat(partition.now()).isEqualTo(before);
        driver.run(shift);
        assertThat(driver.existingHead(1).timeFloor()).isEqualTo(before);
        assertThat(partition.now()).isEqualTo(before);
        assertThat(partition.inForce().shift()).isEqualTo(-300);
    }
}
