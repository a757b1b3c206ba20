package org.mayflydb.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.partition.PartitionWriteTest.increment;
import static org.mayflydb.partition.PartitionWriteTest.key;
import static org.mayflydb.partition.PartitionWriteTest.open;
import static org.mayflydb.partition.PartitionWriteTest.stored;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.testing.TestStores;

/** Commits whose outcome is unknown are settled by a fencing commit, and a partition that was lost can be opened anew. */
class GroupCommitTest {
    private static final int PARTITION = PartitionWriteTest.SPEC.number();

    private final FaultyStore store = new FaultyStore(TestStores.open());
    private final Partition partition = open(store, 1);

    private byte[] storedHead() {
        byte[] head = store.partition(PARTITION).get(PartitionHead.KEY);
        return head == null ? new byte[0] : head;
    }

    @Test
    void aCommitThatWasAppliedAlthoughItsAnswerWasLostSucceedsOnce() {
        store.loseAnswer(1, true);
        assertThat(partition.write(increment(1))).isEqualTo(1);
        assertThat(stored(store, 1)).isEqualTo(1);
        assertThat(partition.head().sequence())
                .as("the refused fence has used a number")
                .isEqualTo(1);
        assertThat(partition.write(increment(1))).isEqualTo(2);
        assertThat(partition.head().sequence()).as("which is not used again").isEqualTo(3);
    }

    @Test
    void aCommitThatIsStillOnItsWayIsFencedOffBeforeItsMutationsRunAgain() {
        partition.write(increment(1));
        List<byte[]> heads = new ArrayList<>();
        store.loseAnswer(1, false);
        store.beforeCommit(2, () -> heads.add(storedHead()));
        store.beforeCommit(3, () -> heads.add(storedHead()));
        assertThat(partition.write(increment(1))).isEqualTo(2);
        assertThat(Arrays.equals(heads.get(0), heads.get(1)))
                .as("a late commit on the first head is refused")
                .isFalse();
        assertThat(stored(store, 1)).isEqualTo(2);
    }

    @Test
    void aFenceWhoseAnswerIsLostSettlesTheCommitAllTheSame() {
        store.loseAnswer(1, false).loseAnswer(2, true);
        assertThat(partition.write(increment(1))).isEqualTo(1);
        assertThat(stored(store, 1)).isEqualTo(1);
        assertThat(partition.head().lastLsn()).isEqualTo(2);
    }

    @Test
    void whenNoFenceIsAnsweredTheOutcomeIsUnknownAndTheNextWriteSettlesItFirst() {
        store.loseAnswer(1, true);
        for (int fence = 2; fence <= 5; fence++) {
            store.loseAnswer(fence, false);
        }
        assertThatThrownBy(() -> partition.write(increment(1)))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("unknown");
        assertThat(partition.head().lastLsn()).as("the stored head counts").isEqualTo(2);
        assertThat(partition.write(increment(1)))
                .as("the first one was applied")
                .isEqualTo(2);
    }

    @Test
    void whoeverMeetsAnotherOwnerWhileSettlingReportsAnUnknownOutcomeAndHasLostThePartition() {
        partition.write(increment(1));
        Partition other = open(store, 2);
        store.loseAnswer(1, false).beforeCommit(2, () -> other.write(increment(1)));
        assertThatThrownBy(() -> partition.write(increment(1)))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("unknown");
        assertThat(partition.isWritable()).isFalse();
        assertThatThrownBy(() -> partition.write(increment(1))).hasMessageContaining("another owner");
        assertThat(stored(store, 1)).isEqualTo(2);
    }

    @Test
    void aLostPartitionThatIsOpenedAnewIsWritableAgainInALaterEpoch() {
        partition.write(increment(1));
        Partition other = open(store, 2);
        other.write(increment(1));
        assertThatThrownBy(() -> partition.write(increment(1))).isInstanceOf(UnavailableException.class);
        assertThat(partition.isWritable()).isFalse();
        Partition reopened = open(store, 1);
        assertThat(reopened.write(increment(1))).isEqualTo(3);
        assertThat(reopened.isWritable()).isTrue();
        assertThat(reopened.head().epoch()).isEqualTo(3);
        assertThatThrownBy(() -> other.write(increment(1))).hasMessageContaining("another owner");
    }

    @Test
    void noAttemptWritesAHeadThatAnotherHasWritten() {
        Random random = new Random(17);
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            if (random.nextInt(3) == 0) {
                store.loseAnswer(1 + random.nextInt(2), random.nextBoolean());
            }
            partition.write(increment(random.nextInt(3)));
            seen.add(Arrays.toString(storedHead()));
        }
        assertThat(seen).doesNotHaveDuplicates();
    }

    @Test
    void effectsRunOnceHoweverOftenTheCommitIsRepeated() {
        List<Integer> effects = new ArrayList<>();
        store.loseAnswer(1, false).loseAnswer(3, false);
        partition.write(transaction -> {
            int next = increment(1).apply(transaction);
            transaction.onCommit(() -> effects.add(next));
            return next;
        });
        assertThat(effects).containsExactly(1);
    }

    @Test
    void effectsOfACommitThatFailsNeverRun() {
        List<Integer> effects = new ArrayList<>();
        store.failCall(1, FaultyStore.Call.COMMIT);
        assertThatThrownBy(() -> partition.write(transaction -> {
                    transaction.put(key(1), new byte[1]);
                    transaction.onCommit(() -> effects.add(1));
                    return true;
                }))
                .isInstanceOf(UnavailableException.class);
        assertThat(effects).isEmpty();
    }

    @Test
    void anActionInTurnRunsOnceAndCommitsNothing() {
        partition.write(increment(1));
        byte[] before = storedHead();
        List<Integer> runs = new ArrayList<>();
        assertThat(partition.inTurn(() -> runs.add(1))).isTrue();
        assertThat(runs).hasSize(1);
        assertThat(storedHead()).isEqualTo(before);
    }
}
