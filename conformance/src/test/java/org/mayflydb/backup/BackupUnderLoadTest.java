package org.mayflydb.backup;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.base.SystemTime;
import org.mayflydb.embedded.Batch;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.storage.Durability;

/** Backups that are taken while others write, restored: every batch is whole, and nothing acknowledged before is missing. */
class BackupUnderLoadTest {
    private static final int WRITERS = 4;
    private static final int BATCH_ITEMS = 5;
    private static final int BACKUPS = 6;

    @TempDir
    private Path temporary;

    private final AtomicBoolean stop = new AtomicBoolean();
    private final AtomicIntegerArray acknowledged = new AtomicIntegerArray(WRITERS);

    @Test
    void backupsHaveWholeBatchesAndEverythingAcknowledgedBefore() throws Exception {
        List<int[]> before = new ArrayList<>();
        try (Mayfly mayfly = Mayfly.builder().durability(Durability.RELAXED).open(temporary.resolve("store"))) {
            Container container = mayfly.createDatabase("shop")
                    .createContainer(ContainerSpec.named("counts").partitionKey("/writer"));
            List<Thread> writers = start(container);
            try {
                for (int i = 0; i < BACKUPS; i++) {
                    before.add(copyOf(acknowledged));
                    mayfly.backup(temporary.resolve("backup" + i));
                }
            } finally {
                stop.set(true);
                for (Thread writer : writers) {
                    writer.join();
                }
            }
        }
        for (int i = 0; i < BACKUPS; i++) {
            Path restored = temporary.resolve("restored" + i);
            RestoreReport report = Restore.run(
                    Backup.find(temporary.resolve("backup" + i)),
                    restored,
                    RestoreOptions.DEFAULT,
                    SystemTime.source());
            assertThat(report.findings()).as("backup %s", i).isEmpty();
            compare(restored, before.get(i), i);
        }
    }

    private List<Thread> start(Container container) {
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            int writer = i;
            Thread thread = new Thread(() -> write(container, writer), "writer-" + i);
            thread.start();
            writers.add(thread);
        }
        return writers;
    }

    private void write(Container container, int writer) {
        for (int count = 1; !stop.get(); count++) {
            Batch batch = container.batch(PartitionKey.of("w" + writer));
            for (int i = 0; i < BATCH_ITEMS; i++) {
                batch.upsert(Map.of("id", "i" + i, "writer", "w" + writer, "count", count));
            }
            batch.execute();
            acknowledged.set(writer, count);
        }
    }

    private static int[] copyOf(AtomicIntegerArray counts) {
        int[] copy = new int[WRITERS];
        for (int i = 0; i < WRITERS; i++) {
            copy[i] = counts.get(i);
        }
        return copy;
    }

    private static void compare(Path store, int[] before, int backup) {
        try (Mayfly mayfly = Mayfly.open(store)) {
            Container container = mayfly.database("shop").container("counts");
            for (int writer = 0; writer < WRITERS; writer++) {
                List<Long> counts = new ArrayList<>();
                for (int i = 0; i < BATCH_ITEMS; i++) {
                    container
                            .find("i" + i, PartitionKey.of("w" + writer))
                            .ifPresent(item -> counts.add((Long) item.toMap().get("count")));
                }
                assertThat(counts.stream().distinct())
                        .as("batches of writer %s in backup %s", writer, backup)
                        .hasSizeLessThanOrEqualTo(1);
                long present = counts.isEmpty() ? 0 : counts.get(0);
                assertThat(counts.size()).isIn(0, BATCH_ITEMS);
                assertThat(present).as("writer %s in backup %s", writer, backup).isGreaterThanOrEqualTo(before[writer]);
            }
        }
    }
}
