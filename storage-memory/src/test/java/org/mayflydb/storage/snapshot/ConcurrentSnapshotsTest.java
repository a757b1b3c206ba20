package org.mayflydb.storage.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.storage.StoreUnderTest.number;
import static org.mayflydb.storage.StoreUnderTest.relaxed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreWithoutSnapshots;
import org.mayflydb.storage.memory.MemoryStore;

/** Read points that are opened and read by several threads while others commit. */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConcurrentSnapshotsTest {
    private static final int ROUNDS = 3_000;
    private static final int READERS = 2;

    private final SnapshotStore store = new SnapshotStore(
            new StoreWithoutSnapshots(new MemoryStore()), new SnapshotSettings(Long.MAX_VALUE, Duration.ofMinutes(4)));
    private final StorePartition partition = store.partition(1);
    private final AtomicInteger reading = new AtomicInteger(READERS);

    /** Commits that overlap in some of their keys, without conditions, each with one number for all of its keys. */
    @Test
    void everyReadPointHasAllOfACommitOrNothing() throws Exception {
        run(List.of(writer(0), writer(1), reader(), reader()));
        assertThat(store.rememberedBytes()).isZero();
    }

    /** Puts the same number into the first and the last key, which all writers share, and into two of its own. */
    private Callable<Void> writer(int writer) {
        return () -> {
            for (int i = writer; reading.get() > 0; i += 2) {
                Commit commit = relaxed();
                for (int key : List.of(0, 10 + writer, 20 + writer, 30)) {
                    if (i % 5 == 0) {
                        commit.delete(number(key));
                    } else {
                        commit.put(number(key), number(i));
                    }
                }
                assertThat(partition.commit(commit)).isEqualTo(CommitOutcome.APPLIED);
            }
            return null;
        };
    }

    private Callable<Void> reader() {
        return () -> {
            try {
                for (int round = 0; round < ROUNDS; round++) {
                    Direction direction = round % 2 == 0 ? Direction.FORWARD : Direction.BACKWARD;
                    try (ReadPoint point = partition.readPoint()) {
                        List<Integer> values = values(point, direction, 1 + round % 3);
                        assertThat(values).isEqualTo(values(point, direction, 9));
                        for (int[] pair : new int[][] {{0, 30}, {10, 20}, {11, 21}}) {
                            assertThat(point.get(number(pair[0]))).isEqualTo(point.get(number(pair[1])));
                        }
                    }
                }
            } finally {
                reading.decrementAndGet();
            }
            return null;
        };
    }

    private static List<Integer> values(ReadPoint point, Direction direction, int entriesMax) {
        List<Integer> values = new ArrayList<>();
        KeyRange rest = KeyRange.all();
        ScanPage page;
        do {
            page = point.scan(rest, direction, entriesMax, Long.MAX_VALUE);
            for (KeyValue entry : page.entries()) {
                values.add(number(entry.value()));
                rest = direction == Direction.FORWARD ? rest.after(entry.key()) : rest.before(entry.key());
            }
        } while (!page.exhausted());
        return values;
    }

    private static void run(List<Callable<Void>> tasks) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        try {
            for (Future<Void> done : threads.invokeAll(tasks)) {
                done.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
