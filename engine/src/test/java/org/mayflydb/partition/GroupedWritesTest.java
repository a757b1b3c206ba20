package org.mayflydb.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.partition.PartitionWriteTest.increment;
import static org.mayflydb.partition.PartitionWriteTest.key;
import static org.mayflydb.partition.PartitionWriteTest.stored;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mayflydb.base.ConflictException;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.testing.TestStores;

/** Writes that wait for each other. */
class GroupedWritesTest {
    private static final int WRITERS = 8;

    private final FaultyStore store = new FaultyStore(TestStores.open());
    private final Partition partition = PartitionWriteTest.open(store, 1);
    private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS);

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    @Test
    void mutationsThatWaitTogetherShareACommitAndSeeEachOther() throws Exception {
        assertThat(writeWhileACommitIsUnderWay(index -> increment(1)))
                .containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(stored(store, 1)).isEqualTo(8);
        assertThat(partition.head().sequence())
                .as("one commit for the first, one for all others")
                .isEqualTo(2);
    }

    @Test
    void aFailingMutationDoesNotTouchItsNeighboursInTheCommit() throws Exception {
        assertThat(writeWhileACommitIsUnderWay(index -> index % 2 == 0 ? increment(1) : FAILING))
                .containsExactlyInAnyOrder(1, 2, 3, 4);
        assertThat(stored(store, 1)).isEqualTo(4);
    }

    private static final Mutation<Integer> FAILING = transaction -> {
        transaction.put(key(1), new byte[] {99});
        throw ConflictException.id();
    };

    @Test
    void aMutationMayUndoItselfAndAnswer() throws Exception {
        Mutation<Integer> undone = transaction -> {
            transaction.put(key(1), new byte[] {99});
            transaction.count(1, 1);
            long unused = transaction.nextLsn();
            transaction.rollback();
            return 0;
        };
        assertThat(writeWhileACommitIsUnderWay(index -> index % 2 == 0 ? increment(1) : undone))
                .containsExactlyInAnyOrder(0, 0, 0, 0, 1, 2, 3, 4);
        assertThat(stored(store, 1)).isEqualTo(4);
        assertThat(partition.head().items()).isZero();
        assertThat(partition.head().lastLsn()).isEqualTo(1 + 4);
    }

    @Test
    void theWritesOfAMutationMayShareASequenceNumber() throws Exception {
        Mutation<Integer> sharing = transaction -> {
            transaction.shareLsn();
            long first = transaction.nextLsn();
            short firstPlace = transaction.ordinal();
            long second = transaction.nextLsn();
            assertThat(first).isEqualTo(second);
            return 10 * firstPlace + transaction.ordinal();
        };
        Mutation<Integer> alone = transaction -> {
            long unused = transaction.nextLsn();
            return (int) transaction.ordinal();
        };
        assertThat(writeWhileACommitIsUnderWay(index -> index % 2 == 0 ? sharing : alone))
                .containsExactlyInAnyOrder(1, 1, 1, 1, 0, 0, 0, 0);
        assertThat(partition.head().lastLsn()).isEqualTo(1 + WRITERS);
    }

    @Test
    void aLostAnswerIsResolvedForTheWholeGroup() throws Exception {
        store.loseAnswer(2, true);
        assertThat(writeWhileACommitIsUnderWay(index -> increment(1)))
                .containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(stored(store, 1)).isEqualTo(8);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void oneThatComesFirstSharesItsCommitWithThoseBehindItOnly() throws Exception {
        List<Runnable> leaders = new ArrayList<>();
        List<Integer> told = new ArrayList<>();
        partition.submit(increment(1), 1, leaders::add, outcome -> told.add(outcome.get()));
        Thread purge = new Thread(() -> partition.writeFirst(transaction -> {
            assertThat(transaction.scanStored(KeyRange.all(), 10, 1000).entries())
                    .as("the head and what the write before it has put")
                    .hasSize(2);
            transaction.delete(key(1));
            return true;
        }));
        purge.start();
        while (purge.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        partition.submit(increment(1), 1, leaders::add, outcome -> told.add(outcome.get()));
        leaders.get(0).run();
        purge.join();
        assertThat(told)
                .as("the second sees what the first of its commit has done")
                .containsExactly(1, 1);
        assertThat(partition.head().sequence()).isEqualTo(2);
    }

    @Test
    void manyWritersLoseNothing() throws Exception {
        long writesEach = 500;
        List<Future<?>> done = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            done.add(threads.submit(() -> {
                for (int n = 0; n < writesEach; n++) {
                    partition.write(transaction -> {
                        transaction.count(1, 2);
                        return transaction.nextLsn();
                    });
                }
            }));
        }
        for (Future<?> future : done) {
            future.get();
        }
        assertThat(partition.head().items()).isEqualTo(WRITERS * writesEach);
        assertThat(partition.head().lastLsn()).isEqualTo(1 + WRITERS * writesEach);
    }

    @Test
    void writersThatWaitAndWritersThatDoNotLoseNothingTogether() throws Exception {
        int writesEach = 500;
        Set<Long> submitted = ConcurrentHashMap.newKeySet();
        CountDownLatch told = new CountDownLatch(WRITERS / 2 * writesEach);
        ExecutorService leaders = Executors.newFixedThreadPool(2);
        List<Future<?>> done = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            boolean waits = i % 2 == 0;
            done.add(threads.submit(() -> {
                for (int n = 0; n < writesEach; n++) {
                    if (waits) {
                        partition.write(Transaction::nextLsn);
                    } else {
                        partition.submit(Transaction::nextLsn, 1, leaders, outcome -> {
                            submitted.add(outcome.get());
                            told.countDown();
                        });
                    }
                }
            }));
        }
        for (Future<?> future : done) {
            future.get();
        }
        told.await();
        leaders.shutdownNow();
        assertThat(submitted).hasSize(WRITERS / 2 * writesEach);
        assertThat(partition.head().lastLsn()).isEqualTo(1 + (long) WRITERS * writesEach);
    }

    /** Holds the first commit back until all other mutations are queued; answers the results of those that succeed. */
    private List<Integer> writeWhileACommitIsUnderWay(IntFunction<Mutation<Integer>> mutations) throws Exception {
        CountDownLatch firstIsCommitting = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        store.beforeCommit(1, () -> {
            firstIsCommitting.countDown();
            await(release);
        });
        List<Future<Integer>> answers = new ArrayList<>();
        answers.add(threads.submit(() -> partition.write(mutations.apply(0))));
        firstIsCommitting.await();
        List<Thread> waiting = new ArrayList<>();
        for (int i = 1; i < WRITERS; i++) {
            int index = i;
            answers.add(threads.submit(() -> {
                synchronized (waiting) {
                    waiting.add(Thread.currentThread());
                }
                return partition.write(mutations.apply(index));
            }));
        }
        while (!allWait(waiting)) {
            Thread.onSpinWait();
        }
        release.countDown();
        List<Integer> succeeded = new ArrayList<>();
        for (Future<Integer> answer : answers) {
            try {
                succeeded.add(answer.get());
            } catch (ExecutionException failed) {
                assertThat(failed).hasCauseInstanceOf(ConflictException.class);
            }
        }
        return succeeded;
    }

    private static boolean allWait(List<Thread> threads) {
        synchronized (threads) {
            return threads.size() == WRITERS - 1
                    && threads.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
