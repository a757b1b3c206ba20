package org.mayflydb.feed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.testing.Repetitions;

/**
 * Both feeds tell the truth, whatever happens: writes, deletes, expiry, purges, takeovers of ids and unique values, changes of
 * the default, trimming, lost answers of the store and restarts.
 */
class FeedModelTest {
    private static final int STEPS = Repetitions.of(1500);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theFeedsFollowTheModel(long seed) {
        run(seed);
    }

    @Test
    void theFeedsFollowTheModelFromAnySeed() {
        run(System.nanoTime());
    }

    private static void run(long seed) {
        try (FeedHistory history = new FeedHistory(seed)) {
            for (int step = 0; step < STEPS; step++) {
                history.step();
            }
            assertThat(history.changesSeen()).as("seed %s", seed).isGreaterThan(STEPS / 4);
        }
    }
}
