package org.mayflydb.conformance.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mayflydb.testing.Repetitions;

/**
 * What concurrent clients see of two and three engines that share a store is what the log says, whatever happens to the engines: they
 * are suspended for longer than a lease, killed, stopped and started, their clocks differ and step, partitions move and are split,
 * the default TTL changes, and the store loses and delays commits. {@code -Dmayfly.seed=N} is the first seed,
 * {@code -Dmayfly.histories=N} how many there are, {@code -Dmayfly.operations=N} how many operations each has.
 */
class SharedHistoryTest {
    private static final int HISTORIES = Integer.getInteger("mayfly.histories", Repetitions.of(3));
    private static final int OPERATIONS = Integer.getInteger("mayfly.operations", 500);

    private final long first = Long.getLong("mayfly.seed", System.nanoTime());

    @Test
    @Timeout(3600)
    void whatClientsSeeOfSeveralEnginesIsWhatTheLogSays() throws Exception {
        for (long seed = first; seed < first + HISTORIES; seed++) {
            try (SharedHistory history = new SharedHistory(seed, OPERATIONS)) {
                history.run();
                System.out.println(history.summary());
                assertThat(history.findings()).as("%s", history.summary()).isEmpty();
            } catch (RuntimeException failure) {
                throw new AssertionError("seed " + seed, failure);
            }
        }
    }
}
