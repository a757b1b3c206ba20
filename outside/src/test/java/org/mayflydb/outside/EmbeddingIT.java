package org.mayflydb.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** {@code docs/EMBEDDING.md}, followed to a program that stores its data in a directory. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the commands are for a POSIX shell")
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class EmbeddingIT {
    @Test
    void theProgramOfTheGuideRuns() throws Exception {
        Readme.follow();
        try (Session session = new Session(Workplace.project(), "embedding")) {
            session.run(Document.read("docs/EMBEDDING.md").section("Get started"));
            assertThat(session.output()).contains("\"basket\":3");
            assertThat(session.directory().resolve("data")).isNotEmptyDirectory();
        }
    }
}
