package org.mayflydb.storage;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.storage.StoreUnderTest.number;
import static org.mayflydb.storage.StoreUnderTest.relaxed;
import static org.mayflydb.storage.StoreUnderTest.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Many threads on one partition. */
public interface ConcurrencyContract extends StoreUnderTest {

    @Test
    default void everyScanSeesOneCommittedState() throws Exception {
        int keysCount = 20;
        apply(relaxed().put(number(0), text("token")));
        AtomicBoolean enough = new AtomicBoolean();
        Callable<Void> mover = () -> {
            for (int at = 0; !enough.get(); at = (at + 7) % keysCount) {
                apply(relaxed().delete(number(at)).put(number((at + 7) % keysCount), text("token")));
            }
            return null;
        };
        Callable<Void> scanner = () -> {
            try {
                for (int i = 0; i < 1_000; i++) {
                    Direction direction = i % 2 == 0 ? Direction.FORWARD : Direction.BACKWARD;
                    assertThat(scanAll(KeyRange.all(), direction).entries()).hasSize(1);
                }
            } finally {
                enough.set(true);
            }
            return null;
        };
        runTogether(List.of(mover, scanner));
    }

    @Test
    default void laterCallNeverSeesAnOlderState() throws Exception {
        AtomicBoolean enough = new AtomicBoolean();
        apply(relaxed().put(text("a"), number(0)).put(text("b"), number(0)));
        Callable<Void> writer = () -> {
            for (int i = 1; !enough.get(); i++) {
                apply(relaxed().put(text("a"), number(i)).put(text("b"), number(i)));
            }
            return null;
        };
        Callable<Void> reader = () -> {
            try {
                for (int i = 0; i < 5_000; i++) {
                    int first = number(partition().get(text(i % 2 == 0 ? "a" : "b")));
                    int second = number(partition().get(text(i % 2 == 0 ? "b" : "a")));
                    assertThat(second).isGreaterThanOrEqualTo(first);
                }
            } finally {
                enough.set(true);
            }
            return null;
        };
        runTogether(List.of(writer, reader));
    }

    @Test
    default void compareAndSetByManyThreadsIsExact() throws Exception {
        int threads = 8;
        int increments = 200;
        apply(relaxed().put(text("counter"), number(0)));
        Callable<Void> incrementer = () -> {
            StorePartition own = store().partition(1);
            for (int done = 0; done < increments; ) {
                byte[] seen = requireNonNull(own.get(text("counter")));
                CommitOutcome outcome = own.commit(
                        relaxed().ifValue(text("counter"), seen).put(text("counter"), number(number(seen) + 1)));
                assertThat(outcome).isNotEqualTo(CommitOutcome.UNKNOWN);
                done += outcome == CommitOutcome.APPLIED ? 1 : 0;
            }
            return null;
        };
        runTogether(Collections.nCopies(threads, incrementer));
        assertThat(number(partition().get(text("counter")))).isEqualTo(threads * increments);
    }

    @Test
    default void onlyOneOfManyThreadsCreatesAKey() throws Exception {
        AtomicInteger created = new AtomicInteger();
        Callable<Void> creator = () -> {
            for (int i = 0; i < 200; i++) {
                Commit commit = relaxed().ifAbsent(number(i)).put(number(i), text("mine"));
                if (partition().commit(commit) == CommitOutcome.APPLIED) {
                    created.incrementAndGet();
                }
            }
            return null;
        };
        runTogether(List.of(creator, creator, creator, creator));
        assertThat(created).hasValue(200);
    }

    @Test
    default void closeAmongRunningCallsEndsThemCleanly() throws Exception {
        AtomicInteger applied = new AtomicInteger();
        Store store = store();
        Callable<Void> writer = () -> {
            try {
                for (int i = 0; ; i++) {
                    if (store.partition(1).commit(relaxed().put(number(i), number(i))) == CommitOutcome.APPLIED) {
                        applied.set(i + 1);
                    }
                }
            } catch (StoreUnavailableException closed) {
                return null;
            }
        };
        Callable<Void> reader = () -> {
            try {
                while (true) {
                    store.partition(1).scan(KeyRange.all(), Direction.BACKWARD, 50, Long.MAX_VALUE);
                    store.partition(1).get(number(1));
                    store.partitionNumbers();
                    store.partition(1).approximateBytes(KeyRange.all());
                }
            } catch (StoreUnavailableException closed) {
                return null;
            }
        };
        Callable<Void> closer = () -> {
            while (applied.get() < 500 && !Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
            store.close();
            return null;
        };
        runTogether(List.of(writer, reader, reader, closer));
        reopen();
        assertThat(scanAll(KeyRange.all(), Direction.FORWARD).entries()).hasSize(applied.get());
    }

    /** Runs each task on a thread of its own and throws what the first failed one threw. */
    static void runTogether(List<Callable<Void>> tasks) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        try {
            List<Future<Void>> futures = new ArrayList<>();
            for (Callable<Void> task : tasks) {
                futures.add(threads.submit(task));
            }
            for (Future<Void> future : futures) {
                future.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
