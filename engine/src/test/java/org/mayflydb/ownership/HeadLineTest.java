package org.mayflydb.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mayflydb.ownership.HeadLine.Result;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.partition.PartitionHead.State;
import org.mayflydb.storage.CommitOutcome;

class HeadLineTest {
    private static final UUID ME = new UUID(1, 1);
    private final StoreDriver driver = new StoreDriver();
    private final List<Result> results = new ArrayList<>();
    private final PartitionHead first = PartitionHead.EMPTY.with(new Ownership(State.ACTIVE, 1, ME, 1, 5));
    private final HeadLine line = new HeadLine(1, ME, 5, first);

    HeadLineTest() {
        driver.put(1, first);
    }

    private StoreStep commit() {
        return line.commit(line.head().with(line.next()), false, "changes", result -> {
            results.add(result);
            return null;
        });
    }

    @Test
    void commitIsApplied() {
        driver.run(commit());
        assertThat(results).containsExactly(Result.APPLIED);
        assertThat(line.head()).isEqualTo(driver.head(1));
    }

    @Test
    void fenceDecidesThatAnUnknownCommitHasFailed() {
        StoreStep commit = commit();
        driver.forced.add(CommitOutcome.UNKNOWN);
        driver.run(commit);
        assertThat(results).containsExactly(Result.NOT_APPLIED);
        assertThat(driver.commit((StoreStep.WriteHead) commit)).isEqualTo(CommitOutcome.CONDITION_FAILED);
        driver.run(commit());
        assertThat(results).containsExactly(Result.NOT_APPLIED, Result.APPLIED);
    }

    @Test
    void refusedFenceFindsTheCommitApplied() {
        StoreStep commit = commit();
        driver.forced.add(CommitOutcome.UNKNOWN);
        driver.before = () -> driver.commit((StoreStep.WriteHead) commit);
        driver.run(commit);
        assertThat(results).containsExactly(Result.APPLIED);
    }

    @Test
    void unknownFenceThatWasAppliedIsRecognised() {
        StoreStep commit = commit();
        driver.forced.add(CommitOutcome.UNKNOWN);
        driver.forced.add(CommitOutcome.UNKNOWN);
        StoreStep fence = ((StoreStep.WriteHead) commit).then().apply(driver.forced.remove());
        driver.commit((StoreStep.WriteHead) fence);
        driver.run(fence);
        assertThat(results).containsExactly(Result.NOT_APPLIED);
    }

    @Test
    void anotherOwnersHeadLeavesTheOutcomeUnknown() {
        StoreStep commit = commit();
        driver.forced.add(CommitOutcome.UNKNOWN);
        driver.put(1, first.with(new Ownership(State.ACTIVE, 2, new UUID(2, 2), 9, 1)));
        driver.run(commit);
        assertThat(results).containsExactly(Result.LOST_UNKNOWN);
    }

    @Test
    void refusedCommitHasLostThePartition() {
        driver.put(1, first.with(new Ownership(State.ACTIVE, 2, new UUID(2, 2), 9, 1)));
        driver.run(commit());
        assertThat(results).containsExactly(Result.LOST);
    }

    @Test
    void commitWhoseFencesAllGetLostStaysInDoubt() {
        for (int i = 0; i < 5; i++) {
            driver.forced.add(CommitOutcome.UNKNOWN);
        }
        driver.run(commit());
        assertThat(results).containsExactly(Result.IN_DOUBT);
        assertThat(line.isUnderWay()).isTrue();
    }

    @Test
    void noAttemptWritesTheHeadOfAnother() {
        driver.forced.add(CommitOutcome.UNKNOWN);
        driver.run(commit());
        driver.run(commit());
        assertThat(driver.performed)
                .filteredOn(step -> step instanceof StoreStep.WriteHead)
                .extracting(step -> ((StoreStep.WriteHead) step).next())
                .doesNotHaveDuplicates();
    }
}
