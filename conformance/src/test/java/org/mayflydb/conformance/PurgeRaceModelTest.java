package org.mayflydb.conformance;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.storage.Durability;
import org.mayflydb.testing.Repetitions;

/**
 * Whoever comes first, a purge takes nothing that is alive and lets nothing come back that it has taken.
 *
 * <p>Threads cannot be run again in the same order; {@code -Dmayfly.seed=N} repeats what each of them wants to do.
 */
class PurgeRaceModelTest {
    private static final List<Long> SEEDS = List.of(1L, 2L, 3L, System.nanoTime());
    private static final Long ONLY_SEED = Long.getLong("mayfly.seed");
    private static final int ROUNDS = Integer.getInteger("mayfly.rounds", Repetitions.of(60));

    @TempDir
    private Path directory;

    @Test
    void inMemory() throws Exception {
        race(ROUNDS, Ground::memory);
    }

    @Test
    void whereTheStoreFails() throws Exception {
        race(ROUNDS, () -> Ground.faulty(Durability.SYNCED));
    }

    @Test
    void onRocksDb() throws Exception {
        int[] directories = {0};
        race(ROUNDS / 5, () -> Ground.rocks(directory.resolve("store" + directories[0]++), Durability.RELAXED));
    }

    private static void race(int rounds, Supplier<Ground> grounds) throws Exception {
        for (long seed : ONLY_SEED == null ? SEEDS : List.of(ONLY_SEED)) {
            try (Race race = new Race(grounds.get(), seed)) {
                for (int round = 0; round < rounds; round++) {
                    race.round();
                }
                race.check();
            } catch (Exception | AssertionError difference) {
                throw new AssertionError("a difference from the seed " + seed, difference);
            }
        }
        System.out.println("Purges raced writers for " + rounds + " rounds from each of the seeds " + SEEDS);
    }
}
