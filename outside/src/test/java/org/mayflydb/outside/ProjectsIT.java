package org.mayflydb.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Projects with the versions of libraries that people use, built by one run of Maven to save its starts. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the commands are for a POSIX shell")
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class ProjectsIT {
    private static final Path LOG = Workplace.directory().resolve("projects.log");

    @BeforeAll
    static void build() throws IOException, InterruptedException {
        Readme.follow();
        List<Project> projects = List.of(
                Project.testing("junit-6"),
                Project.testing("junit-5").with("junit-jupiter", "5.10.3").with("azure-cosmos", "4.74.0"),
                Project.springBoot("spring-boot-4"),
                Project.springBoot("spring-boot-3")
                        .with("spring-boot-starter-parent", "3.5.16")
                        .with("azure-spring-data-cosmos", "6.1.0"),
                Project.copy("embedded-in-boot", "embedded-boot-4"),
                Project.copy("embedded-in-boot", "embedded-boot-3").with("spring-boot-starter-parent", "3.5.16"));
        Path directory = Workplace.directory().resolve("projects");
        String modules = projects.stream()
                .map(project -> "<module>" + project.name() + "</module>")
                .collect(Collectors.joining());
        Files.writeString(
                directory.resolve("pom.xml"),
                "<project><modelVersion>4.0.0</modelVersion><groupId>outside</groupId><artifactId>outside</artifactId>"
                        + "<version>1</version><packaging>pom</packaging><modules>" + modules + "</modules></project>");
        Maven.run(directory, LOG, "-T2", "--fail-at-end", "test");
    }

    private static void assertGreen(String project, int tests) throws IOException {
        Reports reports = Reports.of(Workplace.directory().resolve("projects").resolve(project));
        assertThat(reports).as(Files.readString(LOG)).isEqualTo(new Reports(tests, 0));
    }

    @Test
    void theGuideToTestingWorksWithJUnit6AndTheNewestClient() throws IOException {
        assertGreen("junit-6", 4);
    }

    @Test
    void theGuideToTestingWorksWithJUnit5AndAnOlderClient() throws IOException {
        assertGreen("junit-5", 4);
    }

    @Test
    void springDataWorksOnSpringBoot4() throws IOException {
        assertGreen("spring-boot-4", 1);
    }

    @Test
    void springDataWorksOnSpringBoot3() throws IOException {
        assertGreen("spring-boot-3", 1);
    }

    @Test
    void theLibrariesWorkWithTheVersionsOfSpringBoot4() throws IOException {
        assertGreen("embedded-boot-4", 4);
    }

    @Test
    void theLibrariesWorkWithTheVersionsOfSpringBoot3() throws IOException {
        assertGreen("embedded-boot-3", 4);
    }
}
