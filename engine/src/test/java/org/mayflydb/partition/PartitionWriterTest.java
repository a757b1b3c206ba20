package org.mayflydb.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.partition.PartitionWriteTest.increment;
import static org.mayflydb.partition.PartitionWriteTest.key;
import static org.mayflydb.partition.PartitionWriteTest.stored;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.TooBusyException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.testing.TestStores;

/** Writes that nobody waits for. The leaders' work is done when the test says so. */
class PartitionWriterTest {
    private final FaultyStore store = new FaultyStore(TestStores.open());
    private final Partition partition = PartitionWriteTest.open(store, 1);
    private final ArrayDeque<Runnable> work = new ArrayDeque<>();
    private final Executor leaders = work::add;
    private final List<Integer> results = new ArrayList<>();
    private final List<RuntimeException> failures = new ArrayList<>();

    private void submit(Mutation<Integer> mutation) {
        partition.submit(mutation, 1, leaders, this::note);
    }

    private void note(Supplier<Integer> outcome) {
        try {
            results.add(outcome.get());
        } catch (RuntimeException failure) {
            failures.add(failure);
        }
    }

    private void work() {
        for (Runnable task = work.poll(); task != null; task = work.poll()) {
            task.run();
        }
    }

    @Test
    void theOutcomeIsToldAfterTheMutationIsStoredAndNotBefore() {
        submit(increment(1));
        assertThat(results).isEmpty();
        assertThat(stored(store, 1)).isZero();
        work();
        assertThat(results).containsExactly(1);
        assertThat(stored(store, 1)).isEqualTo(1);
    }

    @Test
    void whatIsSubmittedTogetherSharesACommitInItsOrder() {
        submit(increment(1));
        submit(increment(1));
        submit(increment(1));
        assertThat(work).as("one leader").hasSize(1);
        work();
        assertThat(results).containsExactly(1, 2, 3);
        assertThat(partition.head().sequence()).as("commits").isEqualTo(1);
    }

    @Test
    void aFailureIsToldToItsOwnSubmitterOnly() {
        submit(increment(1));
        submit(transaction -> {
            transaction.put(key(1), new byte[] {99});
            throw ConflictException.id();
        });
        submit(increment(1));
        work();
        assertThat(results).containsExactly(1, 2);
        assertThat(failures).singleElement().isInstanceOf(ConflictException.class);
    }

    @Test
    void aBugInAMutationIsToldAsOne() {
        submit(transaction -> {
            throw new ArithmeticException("a bug");
        });
        work();
        assertThat(failures).singleElement().isInstanceOf(IllegalStateException.class);
        assertThat(failures.get(0)).hasCauseInstanceOf(ArithmeticException.class);
    }

    @Test
    void anOutcomeThatStaysUnknownIsToldToBeUnknown() {
        for (int i = 1; i <= 8; i++) {
            store.loseAnswer(i, false);
        }
        submit(increment(1));
        work();
        assertThat(failures)
                .singleElement()
                .isInstanceOf(UnavailableException.class)
                .satisfies(failure -> assertThat(failure).hasMessageContaining("unknown"));
        submit(increment(1));
        work();
        assertThat(results).containsExactly(1);
    }

    @Test
    void aCompletionMaySubmitAgainAndTheLeaderGoesOn() {
        partition.submit(increment(1), 1, leaders, first -> {
            note(first);
            submit(increment(1));
        });
        assertThat(work).hasSize(1);
        work.remove().run();
        assertThat(results).containsExactly(1, 2);
    }

    @Test
    void aLeaderMakesRoomForOthersAfterManyGroups() {
        submitFrom(1, 1000);
        work.remove().run();
        assertThat(results).as("groups led in one go").hasSize(64);
        assertThat(work).as("the lead is passed on").hasSize(1);
        work();
        assertThat(results).hasSize(1000);
    }

    private void submitFrom(int number, int last) {
        partition.submit(transaction -> number, 1, leaders, outcome -> {
            note(outcome);
            if (number < last) {
                submitFrom(number + 1, last);
            }
        });
    }

    @Test
    void aCompletionThatThrowsDoesNotKeepOthersFromTheirs() throws InterruptedException {
        partition.submit(increment(1), 1, leaders, outcome -> {
            throw new ArithmeticException("a bug");
        });
        submit(increment(1));
        List<Throwable> uncaught = new ArrayList<>();
        Thread leader = new Thread(this::work);
        leader.setUncaughtExceptionHandler((thread, failure) -> uncaught.add(failure));
        leader.start();
        leader.join();
        assertThat(results).containsExactly(2);
        assertThat(uncaught).singleElement().isInstanceOf(ArithmeticException.class);
    }

    @Test
    void whenNoLeaderTakesItTheSubmitterDoesTheWork() {
        Executor stopped = task -> {
            throw new RejectedExecutionException("stopped");
        };
        partition.submit(increment(1), 1, stopped, this::note);
        assertThat(results).containsExactly(1);
    }

    @Test
    void whoeverWaitsIsServedTogetherWithWhatWasSubmitted() throws InterruptedException {
        submit(increment(1));
        Thread waiting = new Thread(() -> partition.write(increment(1)));
        waiting.start();
        while (waiting.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        submit(increment(1));
        work();
        waiting.join();
        assertThat(results).containsExactly(1, 3);
        assertThat(partition.head().sequence()).as("commits").isEqualTo(1);
    }

    @Test
    void whatIsSubmittedWhileSomebodyWhoWaitsLeadsIsLedNext() {
        partition.inTurn(() -> {
            submit(increment(1));
            return true;
        });
        assertThat(results).isEmpty();
        work();
        assertThat(results).containsExactly(1);
    }

    @Test
    void closingLetsWhatWasSubmittedFinishAndRefusesWhatComesLater() throws InterruptedException {
        submit(increment(1));
        Thread closing = new Thread(partition::close);
        closing.start();
        while (closing.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertThatThrownBy(() -> submit(increment(1))).isInstanceOf(NotFoundException.class);
        work();
        closing.join();
        assertThat(results).containsExactly(1);
    }

    @Test
    void beyondTheBoundOfTheQueueASubmissionIsRefusedAndNothingOfItDone() {
        for (int i = 0; i < 4096; i++) {
            submit(transaction -> 1);
        }
        assertThatThrownBy(() -> submit(increment(1))).isInstanceOf(TooBusyException.class);
        work();
        assertThat(results).hasSize(4096);
        assertThat(stored(store, 1)).isZero();
        submit(increment(1));
        work();
        assertThat(stored(store, 1)).as("there is room again").isEqualTo(1);
    }

    @Test
    void beyondTheBoundOfBytesASubmissionIsRefusedUnlessItIsTheOnlyOne() {
        partition.submit(increment(1), 100L << 20, leaders, this::note);
        assertThatThrownBy(() -> submit(increment(1))).isInstanceOf(TooBusyException.class);
        work();
        submit(increment(1));
        work();
        assertThat(results).containsExactly(1, 2);
    }
}
