package org.mayflydb.ownership.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** {@code -Dmayfly.seed=N} chooses the first seed. */
class RandomRunTest {
    private static final long EVENTS = 2_000_000;

    private final long firstSeed = Long.getLong("mayfly.seed", System.nanoTime());

    @Test
    void randomRunsViolateNothing() {
        long events = 0;
        long seed = firstSeed;
        while (events < EVENTS) {
            RandomRun run = RandomRun.swarm(seed, Deviation.NONE).run();
            assertThat(run.simulation().isClean()).as("%s", run).isTrue();
            events += run.simulation().events();
            seed++;
        }
        System.out.println("Simulated " + events + " events with the seeds " + firstSeed + " to " + (seed - 1));
    }

    @Test
    void seedRepeatsItsRun() {
        RandomRun first = RandomRun.swarm(firstSeed, Deviation.NONE).run();
        RandomRun second = RandomRun.swarm(firstSeed, Deviation.NONE).run();
        assertThat(second.simulation().events())
                .as("seed %s", firstSeed)
                .isEqualTo(first.simulation().events());
        assertThat(second.simulation().store().nodes())
                .isEqualTo(first.simulation().store().nodes());
    }
}
