package org.mayflydb.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.partition.PartitionWriteTest.increment;
import static org.mayflydb.partition.PartitionWriteTest.key;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mayflydb.base.ClockWatch;
import org.mayflydb.base.TooBusyException;
import org.mayflydb.key.EpkRange;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.Store;
import org.mayflydb.testing.TestStores;

/** Whatever is thrown wherever, every write has one outcome, and the partition can be written afterwards. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WriterSurvivesTest {
    private static final class NoMemory extends VirtualMachineError {
        private static final long serialVersionUID = 1;
    }

    /** What the clock does when the writer asks it, which is in the middle of leading. */
    private volatile Runnable atTheClock = () -> {};

    private final Partition partition = new Partition(
            new PartitionSpec(1, 0, EpkRange.FULL),
            new Partition.Environment(
                    TestStores.open(),
                    () -> {
                        atTheClock.run();
                        return Instant.ofEpochSecond(1_794_700_800L);
                    },
                    Durability.SYNCED,
                    new UUID(0, 7)));
    private final Thread.@Nullable UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    private final List<String> outcomes = new ArrayList<>();

    WriterSurvivesTest() {
        // What is thrown into nowhere is what these tests are about; it may even throw itself.
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            throw new NoMemory();
        });
    }

    @AfterEach
    void close() {
        Thread.setDefaultUncaughtExceptionHandler(before);
    }

    private void submit(Executor leaders) {
        partition.submit(increment(1), 1, leaders, this::note);
    }

    private void note(Supplier<Integer> outcome) {
        try {
            outcomes.add("wrote " + outcome.get());
        } catch (RuntimeException failure) {
            outcomes.add("failed");
        }
    }

    @Test
    void anErrorBetweenTheMutationsOfAGroupFailsThemAndTheNextGroupIsWritten() {
        atTheClock = () -> {
            atTheClock = () -> {};
            throw new NoMemory();
        };
        submit(Runnable::run);
        submit(Runnable::run);
        assertThat(outcomes).containsExactly("failed", "wrote 1");
        assertThat(partition.write(increment(1))).isEqualTo(2);
    }

    @Test
    void anErrorWhileACallerLeadsIsToldToItAndToWhomItLeadsAndNobodyElse() {
        atTheClock = () -> {
            atTheClock = () -> {};
            throw new NoMemory();
        };
        assertThatThrownBy(() -> partition.write(increment(1))).hasRootCauseInstanceOf(NoMemory.class);
        assertThat(partition.write(increment(1))).isEqualTo(1);
    }

    @Test
    void aCompletionThatThrowsKeepsNobodyFromBeingAnswered() {
        List<Runnable> work = new ArrayList<>();
        partition.submit(increment(1), 1, work::add, outcome -> {
            throw new NoMemory();
        });
        submit(work::add);
        work.remove(0).run();
        assertThat(outcomes).containsExactly("wrote 2");
        assertThat(partition.write(increment(1))).isEqualTo(3);
    }

    @Test
    void anErrorBeforeAThreadLeadsFailsWhatIsQueuedAndTheNextWriteIsWritten() {
        AtomicInteger marked = new AtomicInteger();
        Store store = TestStores.open();
        ClockWatch clock = ClockWatch.trusting(() -> Instant.ofEpochSecond(1_794_700_800L));
        PartitionOwner owner = new SoleOwner(1, store, clock, Durability.SYNCED, new UUID(0, 7));
        PartitionWriter writer =
                new PartitionWriter(new GroupCommit(store.partition(1), true, owner, Durability.SYNCED), () -> {
                    if (marked.getAndIncrement() == 0) {
                        throw new NoMemory();
                    }
                    Leading.begin();
                });
        List<Runnable> work = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            writer.submit(increment(1), PendingWrite.Sharing.ANY, 1, work::add, this::note);
        }
        work.remove(0).run();
        assertThat(outcomes).containsExactly("failed", "failed");
        assertThat(writer.write(increment(1), PendingWrite.Sharing.ANY)).isEqualTo(1);
    }

    @Test
    void whenNoThreadCanBeStartedTheSubmitterLeads() {
        submit(task -> {
            throw new NoMemory();
        });
        assertThat(outcomes).containsExactly("wrote 1");
    }

    @Test
    void anExecutorThatTakesATaskAndThrowsAllTheSameHasItDoneOnce() {
        List<Runnable> taken = new ArrayList<>();
        submit(task -> {
            taken.add(task);
            throw new NoMemory();
        });
        taken.get(0).run();
        submit(Runnable::run);
        assertThat(outcomes).containsExactly("wrote 1", "wrote 2");
    }

    @Test
    void aListenerThatFailsLosesTrackAndTheWritesSucceed() {
        AtomicInteger lost = new AtomicInteger();
        partition.follow(new CommitListener() {
            @Override
            public void committed(List<Commit.Change> changes) {
                throw new NoMemory();
            }

            @Override
            public void lostTrack() {
                lost.incrementAndGet();
            }
        });
        assertThat(partition.write(increment(1))).isEqualTo(1);
        assertThat(lost).hasValue(1);
        assertThat(partition.write(increment(1))).isEqualTo(2);
    }

    @Test
    void whateverFailsAtRandomEveryWriteEndsOnceAndTheWriterIsThereAfterwards() throws Exception {
        long seed = System.nanoTime();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        ExecutorService leading = Executors.newFixedThreadPool(2);
        AtomicInteger turns = new AtomicInteger();
        atTheClock = () -> {
            if (turns.incrementAndGet() % 7 == 0) {
                throw new NoMemory();
            }
        };
        ConcurrentLinkedQueue<AtomicInteger> told = new ConcurrentLinkedQueue<>();
        List<Future<?>> writers = new ArrayList<>();
        for (int thread = 0; thread < 8; thread++) {
            SplittableRandom random = new SplittableRandom(seed + thread);
            writers.add(threads.submit(() -> {
                for (int i = 0; i < 300; i++) {
                    write(random, leading, told);
                }
            }));
        }
        for (Future<?> writer : writers) {
            writer.get();
        }
        atTheClock = () -> {};
        CountDownLatch end = new CountDownLatch(1);
        partition.submit(increment(2), 1, leading, outcome -> end.countDown());
        end.await();
        assertThat(partition.write(increment(3))).isEqualTo(1);
        assertThat(told).as("seed %s", seed).isNotEmpty().allMatch(times -> times.get() == 1);
        threads.shutdown();
        leading.shutdown();
    }

    private void write(SplittableRandom random, Executor leading, ConcurrentLinkedQueue<AtomicInteger> told) {
        int kind = random.nextInt(5);
        Mutation<Integer> mutation = random.nextInt(10) > 0
                ? increment(1)
                : transaction -> {
                    transaction.put(key(1), new byte[] {99});
                    throw new NoMemory();
                };
        try {
            if (kind == 0) {
                partition.write(mutation);
            } else if (kind == 1) {
                partition.writeAlone(mutation);
            } else {
                AtomicInteger times = new AtomicInteger();
                Executor leaders = kind == 2
                        ? leading
                        : kind == 3
                                ? Runnable::run
                                : task -> {
                                    leading.execute(task);
                                    throw new NoMemory();
                                };
                partition.submit(mutation, 1, leaders, outcome -> {
                    times.incrementAndGet();
                    if (times.hashCode() % 3 == 0) {
                        throw new NoMemory();
                    }
                });
                told.add(times);
            }
        } catch (TooBusyException | IllegalStateException failed) {
            // That is an outcome too.
        }
    }
}
