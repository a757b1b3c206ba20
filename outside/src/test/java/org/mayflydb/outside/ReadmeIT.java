package org.mayflydb.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A newcomer's first hour: the README, block by block, on a machine that has nothing of Mayfly yet. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the commands are for a POSIX shell")
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class ReadmeIT {
    /** From the clone, which takes two commands itself: git clone and cd. */
    private static final int COMMANDS_MAX = 6 - 2;

    @Test
    void everyCommandSucceedsAndLeadsToAGreenTestOfTtl() throws Exception {
        assertThat(Reports.of(Readme.follow().project())).isEqualTo(new Reports(1, 0));
    }

    @Test
    void atMostSixCommandsLeadFromTheCloneToTheTest() throws Exception {
        assertThat(Readme.follow().commandsToATest()).isBetween(1, COMMANDS_MAX);
    }

    @Test
    void onlyLibrariesAreInstalled() throws IOException, InterruptedException {
        Readme.follow();
        assertThat(Readme.installed())
                .containsExactlyInAnyOrder(
                        "mayfly-parent",
                        "mayfly-storage",
                        "mayfly-storage-memory",
                        "mayfly-engine",
                        "mayfly-storage-rocksdb",
                        "mayfly-spatial",
                        "mayfly-server",
                        "mayfly-junit");
    }
}
