package org.mayflydb.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.conformance.Scenario.Faults;
import org.mayflydb.storage.Durability;
import org.mayflydb.testing.Repetitions;

/**
 * The database does what its model does, on every ground, whatever happens.
 *
 * <p>{@code -Dmayfly.seed=N} runs the one scenario of that seed, {@code -Dmayfly.steps=N} about so many steps in all.
 */
class ItemModelTest {
    private static final List<Long> BASE_SEEDS = List.of(1L, 2L, 3L, System.nanoTime());

    /** Scenarios that found a mistake once. The mistakes have tests of their own in the engine. */
    private static final List<Long> REGRESSION_SEEDS = List.of(6137546356583794141L);

    private static final int STEPS = Integer.getInteger("mayfly.steps", Repetitions.of(240_000));
    private static final @Nullable Long ONLY_SEED = Long.getLong("mayfly.seed");
    private static final int SHRINKING_RUNS_MAX = 3_000;

    @TempDir
    private Path directory;

    private int directories;

    @Test
    void inMemory() {
        compare(STEPS * 7 / 10, Faults.NONE, Ground::memory);
    }

    @Test
    void whereTheStoreFailsAndThePowerFails() {
        compare(STEPS * 2 / 10, Faults.FAILING_CALLS, () -> Ground.faulty(Durability.SYNCED));
    }

    @Test
    void whereThePowerTakesWhatWasNotSynced() {
        compare(STEPS / 20, Faults.FAILING_CALLS, () -> Ground.faulty(Durability.RELAXED));
    }

    @Test
    void onRocksDb() {
        compare(STEPS / 25, Faults.NONE, () -> Ground.rocks(emptyDirectory(), Durability.RELAXED));
    }

    @Test
    void onRocksDbWithEveryWriteSynced() {
        compare(STEPS / 100, Faults.NONE, () -> Ground.rocks(emptyDirectory(), Durability.SYNCED));
    }

    private static void compare(int steps, Faults faults, Supplier<Ground> grounds) {
        if (ONLY_SEED != null) {
            compare(ONLY_SEED, Scenario.of(ONLY_SEED, faults), grounds);
            return;
        }
        for (long seed : REGRESSION_SEEDS) {
            compare(seed, Scenario.of(seed, faults), grounds);
        }
        int taken = 0;
        for (long base : BASE_SEEDS) {
            Random seeds = new Random(base);
            int until = taken + steps / BASE_SEEDS.size();
            while (taken < until) {
                long seed = seeds.nextLong();
                List<Step> scenario = Scenario.of(seed, faults);
                compare(seed, scenario, grounds);
                taken += scenario.size();
            }
        }
        System.out.println("The model was followed for " + taken + " steps, from the seeds " + BASE_SEEDS);
    }

    private static void compare(long seed, List<Step> scenario, Supplier<Ground> grounds) {
        AssertionError difference = difference(scenario, grounds);
        if (difference != null) {
            int[] runs = {0};
            List<Step> shortest = Shrinker.shrink(
                    scenario, shorter -> runs[0]++ < SHRINKING_RUNS_MAX && difference(shorter, grounds) != null);
            String steps = shortest.stream().map(Step::toString).collect(Collectors.joining("\n  ", "\n  ", "\n"));
            throw new AssertionError(
                    "The seed " + seed + " makes a difference; these of its steps suffice:" + steps,
                    difference(shortest, grounds));
        }
    }

    private static @Nullable AssertionError difference(List<Step> scenario, Supplier<Ground> grounds) {
        try {
            Trial.run(scenario, grounds.get());
            return null;
        } catch (AssertionError difference) {
            return difference;
        }
    }

    private Path emptyDirectory() {
        try {
            return Files.createDirectory(directory.resolve(Integer.toString(directories++)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void aFailingScenarioIsShortenedToWhatItNeeds() {
        List<Integer> failing = new Random(1).ints(1000, 0, 100).boxed().toList();
        List<Integer> shortest = Shrinker.shrink(failing, list -> list.contains(7) && list.contains(70));
        assertThat(shortest).containsExactlyInAnyOrder(7, 70);
    }
}
