package org.mayflydb.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.conformance.DoomedProcess;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.storage.Store;

/** An upgrade that is interrupted continues when the store is opened again, and ends like one that was not. */
class InterruptedUpgradeTest {
    private static final int INTERRUPTIONS = 50;
    private static final int KILLS = 4;

    @TempDir
    private Path directory;

    @Test
    void interruptionAnywhereChangesNothingAboutTheResult() {
        long seed = Long.getLong("mayfly.seed", System.nanoTime());
        Random random = new Random(seed);
        try (Store original = EarlierStore.unpack(directory).open()) {
            Store complete = EarlierStore.inMemory(original);
            InterruptedStore counting = new InterruptedStore(complete, Integer.MAX_VALUE, random);
            StoreUpgrade.runIfNeeded(counting, UpgradeListener.NONE);
            Map<String, String> expected = EarlierStore.contents(complete);
            for (int i = 0; i < INTERRUPTIONS; i++) {
                Store store = EarlierStore.inMemory(original);
                int changes = 0;
                // One upgrade may be interrupted more than once.
                for (int times = 1 + random.nextInt(3); times > 0 && changes < counting.changes(); times--) {
                    int until = 1 + random.nextInt(counting.changes() - changes);
                    changes += until;
                    interrupt(store, until, random);
                }
                StoreUpgrade.runIfNeeded(store, UpgradeListener.NONE);
                assertThat(EarlierStore.contents(store))
                        .as("interruption %s, seed %s", i, seed)
                        .isEqualTo(expected);
            }
        }
    }

    /** The second attempt has less to do, so it may finish before it is interrupted. */
    private static void interrupt(Store store, int changes, Random random) {
        try {
            StoreUpgrade.runIfNeeded(new InterruptedStore(store, changes, random), UpgradeListener.NONE);
        } catch (InterruptedStore.Interruption expected) {
            // The next attempt continues.
        }
    }

    @Test
    void storeThatIsNotUpgradedCompletelyIsRefused() {
        try (Store original = EarlierStore.unpack(directory).open()) {
            Store store = EarlierStore.inMemory(original);
            interrupt(store, 5, new Random(1));
            assertThatThrownBy(() -> StoreFormat.check(store))
                    .hasMessageContaining("is not upgraded completely. Start the server with it");
        }
    }

    @Test
    @Tag("process")
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal that kills")
    void killedProcessLosesNothing() throws Exception {
        long seed = Long.getLong("mayfly.seed", System.nanoTime());
        Random random = new Random(seed);
        EarlierStore earlier = EarlierStore.unpack(directory);
        Map<String, String> expected;
        try (Store original = earlier.open()) {
            Store complete = EarlierStore.inMemory(original);
            StoreUpgrade.runIfNeeded(complete, UpgradeListener.NONE);
            expected = EarlierStore.contents(complete);
        }
        for (int kill = 0; kill < KILLS; kill++) {
            DoomedProcess.run(
                    UpgradingProcess.class,
                    List.of(earlier.directory().toString()),
                    1 + random.nextInt(3),
                    directory.resolve("complaints"),
                    line -> {});
        }
        try (Store store = earlier.open()) {
            StoreUpgrade.runIfNeeded(store, UpgradeListener.NONE);
            assertThat(EarlierStore.contents(store)).as("seed %s", seed).isEqualTo(expected);
            assertThat(StoreCheck.run(store).findings()).as("seed %s", seed).isEmpty();
        }
    }
}
