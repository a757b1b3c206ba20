package org.mayflydb.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.partition.PartitionWriteTest.increment;
import static org.mayflydb.partition.PartitionWriteTest.key;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.mayflydb.storage.Store;
import org.mayflydb.testing.TestStores;

/** The check that runs in all tests finds mutations that are not pure. */
class MutationCheckTest {
    private final Store store = TestStores.open();
    private final Partition partition = PartitionWriteTest.open(store, 1);
    private final AtomicInteger state = new AtomicInteger();

    @Test
    void aPureMutationPassesAndIsDoneOnce() {
        assertThat(partition.write(increment(1))).isEqualTo(1);
        assertThat(PartitionWriteTest.stored(store, 1)).isEqualTo(1);
        assertThat(MutationCheck.takeFound()).isEmpty();
    }

    @Test
    void aMutationThatWritesWhatItCountsIsFound() {
        partition.write(transaction -> {
            transaction.put(key(1), new byte[] {(byte) state.incrementAndGet()});
            return true;
        });
        assertThat(MutationCheck.takeFound()).singleElement().asString().contains("change 0");
    }

    @Test
    void aMutationThatReturnsWhatItCountsIsFound() {
        partition.write(transaction -> state.incrementAndGet());
        assertThat(MutationCheck.takeFound()).singleElement().asString().contains("9 became 10");
    }

    @Test
    void aMutationThatTakesAnLsnEverySecondTimeIsFound() {
        partition.write(transaction -> {
            if (state.getAndIncrement() % 2 == 0) {
                long unused = transaction.nextLsn();
            }
            return true;
        });
        assertThat(MutationCheck.takeFound()).singleElement().asString().contains("counters");
    }

    @Test
    void aMutationWithADeclaredEffectPassesAndTheEffectRunsOnce() {
        partition.write(transaction -> {
            transaction.onCommit(state::incrementAndGet);
            return true;
        });
        assertThat(MutationCheck.takeFound()).isEmpty();
        assertThat(state).hasValue(1);
    }
}
