package org.mayflydb.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.partition.PartitionHead.State;
import org.mayflydb.storage.CommitOutcome;

class OwnerSplitTest {
    private final StoreDriver driver = new StoreDriver();
    private final TestNode node = TestNode.started(driver, 1);
    private final SplitContents contents = new SplitContents() {
        @Override
        public Object part(Object entries, int child) {
            return entries + " for " + child;
        }

        @Override
        public PartitionHead complete(PartitionHead parent, int child) {
            return parent.child(0, 0);
        }

        @Override
        public long bytes(Object changes) {
            return 1;
        }

        @Override
        public long waitingBytesMax() {
            return 2;
        }
    };

    private OwnerSplit split(TestNode owner) {
        return new OwnerSplit(owner.local, owner.owned(1), contents);
    }

    private void finish(OwnerSplit split) {
        for (int i = 0; i < 20 && !split.isOver(); i++) {
            driver.run(split.next());
        }
        assertThat(split.isOver()).isTrue();
    }

    private void runUntil(OwnerSplit split, State parent) {
        for (int i = 0; i < 20 && driver.existingHead(1).ownership().state() != parent; i++) {
            driver.run(split.next());
        }
    }

    @Test
    void childrenTakeThePlaceOfTheParent() {
        node.acquire(1);
        node.advance(5_000);
        long served = node.owned(1).now();
        finish(split(node));
        assertThat(driver.catalog.partitions()).containsExactly(0, 2, 3);
        PartitionHead parent = driver.existingHead(1);
        assertThat(parent.ownership().state()).isEqualTo(State.FENCED);
        for (int child : List.of(2, 3)) {
            PartitionHead head = driver.existingHead(child);
            assertThat(head.ownership().state()).isEqualTo(State.ACTIVE);
            assertThat(head.owner()).isEqualTo(Ownership.NOBODY);
            assertThat(head.timeFloor()).isEqualTo(served);
            assertThat(head.sequence()).isGreaterThan(parent.sequence());
        }
    }

    @Test
    void parentAnswersNothingAfterTheFence() {
        OwnedPartition parent = node.acquire(1);
        runUntil(split(node), State.FENCED);
        assertThat(parent.mayRespond()).isFalse();
    }

    @Test
    void changesDuringTheCopyAreCopiedAfterTheFence() {
        OwnedPartition parent = node.acquire(1);
        OwnerSplit split = split(node);
        while (driver.performed.stream().noneMatch(step -> step instanceof StoreStep.ReadPage)) {
            driver.run(split.next());
        }
        driver.run(parent.commit(parent.head(), "late write", result -> null));
        finish(split);
        assertThat(driver.performed)
                .filteredOn(step -> step instanceof StoreStep.WriteHead)
                .extracting(step -> ((StoreStep.WriteHead) step).changes())
                .contains("late write for 0", "late write for 1");
    }

    @Test
    void copyThatIsOutrunByWritesBeginsAgain() {
        OwnedPartition parent = node.acquire(1);
        OwnerSplit split = split(node);
        while (!split.phase().equals("COPY")) {
            driver.run(split.next());
        }
        for (String late : List.of("one", "two", "three")) {
            driver.run(parent.commit(parent.head(), late, result -> null));
        }
        driver.run(split.next());
        assertThat(split.phase()).isEqualTo("TAKE");
        assertThat(parent.isServing()).isTrue();
        finish(split);
        assertThat(driver.catalog.partitions()).containsExactly(0, 2, 3);
    }

    @Test
    void newOwnerContinuesASplitAfterTheFence() {
        node.acquire(1);
        runUntil(split(node), State.FENCED);
        TestNode other = TestNode.started(driver, 2);
        other.outlive(node.id());
        OwnedPartition parent = other.acquire(1);
        assertThat(OwnerSplit.isUnfinished(other.local, parent)).isTrue();
        assertThat(parent.isServing()).isFalse();
        finish(split(other));
        assertThat(driver.catalog.partitions()).containsExactly(0, 2, 3);
    }

    @Test
    void copyOfAnEarlierOwnerIsRefused() {
        node.acquire(1);
        OwnerSplit split = split(node);
        while (driver.head(3) == null) {
            driver.run(split.next());
        }
        PartitionHead taken = driver.existingHead(2);
        TestNode other = TestNode.started(driver, 2);
        other.outlive(node.id());
        other.acquire(1);
        OwnerSplit continued = split(other);
        driver.run(continued.next());
        assertThat(driver.existingHead(2).epoch()).isEqualTo(taken.epoch() + 1);
        CommitOutcome late = driver.commit(new StoreStep.WriteHead(2, taken, taken, false, "late", outcome -> null));
        assertThat(late).isEqualTo(CommitOutcome.CONDITION_FAILED);
    }

    @Test
    void fenceThatWasNotAppliedLetsThePartitionServe() {
        OwnedPartition parent = node.acquire(1);
        OwnerSplit split = split(node);
        while (!split.needsTurn() || driver.performed.stream().noneMatch(step -> step instanceof StoreStep.ReadPage)) {
            driver.run(split.next());
        }
        driver.forced.add(CommitOutcome.UNKNOWN);
        driver.run(split.next());
        assertThat(parent.isServing()).isTrue();
        finish(split);
    }
}
