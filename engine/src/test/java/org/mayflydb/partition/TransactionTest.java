package org.mayflydb.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.partition.PartitionWriteTest.key;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.testing.TestStores;

/** What the mutations of one commit see of each other, and what is left of one that is undone. */
class TransactionTest {
    private static final long NOW = 1000;

    private final StorePartition store = TestStores.open().partition(7);
    private final Transaction transaction = new Transaction(store, PartitionHead.EMPTY, NOW);
    private final List<String> effects = new ArrayList<>();

    @Test
    void aMutationSeesWhatEarlierOnesHavePutAndDeleted() {
        transaction.put(key(1), new byte[] {5});
        transaction.keep();
        assertThat(transaction.get(key(1))).containsExactly(5);
        transaction.delete(key(1));
        assertThat(transaction.get(key(1))).isNull();
    }

    @Test
    void rollbackUndoesTheMutationAtHandOnly() {
        transaction.put(key(1), new byte[] {1});
        transaction.count(1, 10);
        long kept = transaction.nextLsn();
        transaction.keep();
        transaction.put(key(1), new byte[] {2});
        transaction.put(key(2), new byte[] {2});
        transaction.count(1, 10);
        assertThat(transaction.nextLsn()).isEqualTo(kept + 1);
        transaction.rollback();
        assertThat(transaction.get(key(1))).containsExactly(1);
        assertThat(transaction.get(key(2))).isNull();
        assertThat(transaction.lastLsn()).isEqualTo(kept);
        assertThat(transaction.addedBytes()).isEqualTo(10);
        assertThat(transaction.changes()).hasSize(1);
    }

    @Test
    void effectsRunInTheOrderOfTheirMutationsAndThoseUndoneDoNot() {
        transaction.onCommit(() -> effects.add("first"));
        transaction.keep();
        transaction.onCommit(() -> effects.add("undone"));
        transaction.rollback();
        transaction.onCommit(() -> effects.add("second"));
        transaction.keep();
        assertThat(effects).as("before the commit").isEmpty();
        transaction.committed();
        transaction.committed();
        assertThat(effects).containsExactly("first", "second");
    }

    @Test
    void anEffectThatThrowsKeepsNoOtherFromRunning() {
        Thread.UncaughtExceptionHandler before = Thread.currentThread().getUncaughtExceptionHandler();
        Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> effects.add(failure.getMessage()));
        try {
            transaction.onCommit(() -> {
                throw new ArithmeticException("a bug");
            });
            transaction.onCommit(() -> effects.add("second"));
            transaction.committed();
        } finally {
            Thread.currentThread().setUncaughtExceptionHandler(before);
        }
        assertThat(effects).containsExactly("a bug", "second");
    }

    @Test
    void writesThatShareAnLsnAreCountedUnderIt() {
        transaction.shareLsn();
        assertThat(transaction.nextLsn()).isEqualTo(2);
        assertThat(transaction.ordinal()).isZero();
        assertThat(transaction.nextLsn()).isEqualTo(2);
        assertThat(transaction.ordinal()).isEqualTo((short) 1);
        transaction.keep();
        assertThat(transaction.nextLsn()).as("the next mutation has its own").isEqualTo(3);
    }

    @Test
    void aTransactionWithoutChangesNeedsNoCommit() {
        transaction.onCommit(() -> effects.add("ran"));
        transaction.keep();
        assertThat(transaction.isUnchanged()).isTrue();
        transaction.count(1, 1);
        transaction.keep();
        assertThat(transaction.isUnchanged()).isFalse();
    }

    @Test
    void aCommitIsExpendableOnlyIfAllItsMutationsAreAndNoneTookAnLsn() {
        transaction.expendable();
        transaction.put(key(1), new byte[1]);
        transaction.keep();
        assertThat(transaction.isExpendable()).isTrue();
        transaction.put(key(2), new byte[1]);
        transaction.keep();
        assertThat(transaction.isExpendable()).isFalse();
    }
}
