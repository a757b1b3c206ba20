package org.mayflydb.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.Database;
import org.mayflydb.embedded.Item;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.rocksdb.RocksOptions;
import org.mayflydb.storage.rocksdb.RocksStore;

/**
 * A process that is killed at any instant loses nothing it has acknowledged and leaves no halves behind. {@code
 * -Dmayfly.seed=N} chooses the instants and what is written, {@code -Dmayfly.kills=N} how often.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal that kills")
@Tag("process")
class CrashTest {
    private static final long START = 1_794_700_800L;
    private static final int SECONDS_PER_ROUND = 10;
    private static final int SERIALS_PER_ROUND = 1_000_000;
    private static final int KILLS = Integer.getInteger("mayfly.kills", 20);
    private static final int LINES_MAX = 400;

    @TempDir
    private Path directory;

    private final CrashLedger ledger = new CrashLedger();

    @Test
    void nothingAcknowledgedIsLostAndNothingIsLeftHalfDone() throws Exception {
        long seed = Long.getLong("mayfly.seed", System.nanoTime());
        Random random = new Random(seed);
        int lines = 0;
        for (int round = 0; round < KILLS; round++) {
            long now = START + (long) round * SECONDS_PER_ROUND;
            int linesUntilKill = 1 + random.nextInt(LINES_MAX);
            lines += writeUntilKilled(linesUntilKill, now, random.nextLong(), round * SERIALS_PER_ROUND);
            assertThat(findings(now))
                    .as("after kill %s, upon line %s; seed %s", round + 1, linesUntilKill, seed)
                    .isEmpty();
            ledger.forgetAttempts();
        }
        System.out.println(KILLS + " kills upon " + lines + " lines and " + ledger.acknowledgements()
                + " acknowledgements lost nothing; seed " + seed);
    }

    private int writeUntilKilled(int linesUntilKill, long now, long seed, int firstSerial) throws Exception {
        return DoomedProcess.run(
                CrashWriter.class,
                List.of(
                        directory.resolve("store").toString(),
                        Long.toString(now),
                        Long.toString(seed),
                        Integer.toString(firstSerial)),
                linesUntilKill,
                directory.resolve("complaints"),
                line -> ledger.note(line, now));
    }

    /** What is wrong with the store, if anything. */
    private List<String> findings(long now) {
        Store store = RocksStore.open(directory.resolve("store"), RocksOptions.defaults());
        // A process killed before it wrote anything leaves a store that is not yet one of ours.
        List<String> findings = new ArrayList<>(
                store.partitionNumbers().isEmpty()
                        ? List.of()
                        : StoreCheck.run(store).findings());
        try (Mayfly mayfly = Mayfly.builder()
                .clock(InstantSource.fixed(Instant.ofEpochSecond(now)))
                .backgroundPurge(false)
                .open(store)) {
            Database database = CrashWriter.createContainers(mayfly);
            for (Container container : database.containers()) {
                int present = 0;
                for (int i = 0; i < CrashWriter.THREADS * CrashWriter.IDS_PER_THREAD; i++) {
                    String id = CrashWriter.id(i % CrashWriter.THREADS, i / CrashWriter.THREADS);
                    Optional<Item> found = container.find(id, CrashWriter.key(id));
                    present += found.isPresent() ? 1 : 0;
                    String wrong = ledger.settle(new CrashLedger.Place(container.id(), id), found, now);
                    if (wrong != null) {
                        findings.add(wrong);
                    }
                }
                if (container.list(LINES_MAX).items().size() != present
                        || container.usage().items() != present) {
                    findings.add(container.id() + " has other items, or counts others, than the " + present
                            + " that were written");
                }
            }
        }
        return findings;
    }
}
