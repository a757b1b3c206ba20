package org.mayflydb.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** The build file for Gradle in the guide to testing; skipped where there is no Gradle that knows the JUnit Platform. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class GradleIT {
    private static final int VERSION_MIN = 8;

    @Test
    void theGuideToTestingWorksWithGradle() throws Exception {
        if (version() < VERSION_MIN) {
            String notice = "The test with Gradle is skipped: it needs gradle on the PATH, version " + VERSION_MIN
                    + " or later.";
            System.err.println(notice);
            Assumptions.abort(notice);
        }
        Readme.follow();
        Project project = Project.gradle("gradle");
        try (Session session = new Session(project.directory(), "gradle")) {
            session.run("gradle --console=plain -Dmaven.repo.local=" + Workplace.repository() + " test");
        }
        assertThat(project.directory().resolve("build/test-results/test")).isNotEmptyDirectory();
    }

    /** The main version; 0 if there is none. */
    private static int version() throws Exception {
        Process process = new ProcessBuilder("sh", "-c", "gradle --version 2>/dev/null || true").start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return text.lines()
                .filter(line -> line.matches("Gradle \\d+\\..*"))
                .mapToInt(line -> Integer.parseInt(line.replaceAll("Gradle (\\d+)\\..*", "$1")))
                .findFirst()
                .orElse(0);
    }
}
