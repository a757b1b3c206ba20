package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.embedded.Mayfly;

/** The jar that {@code package} has made, run as a user runs it. */
class FatJarIT {
    private static final Path JAR = Path.of("target", "mayfly.jar").toAbsolutePath();

    @TempDir
    private Path temporary;

    @Test
    void demoRunsWithoutAWarning() throws Exception {
        Execution demo = mayfly("demo");
        assertThat(demo.err()).isEmpty();
        assertThat(demo.out()).contains("404 NotFound", "days passed on the clock");
        assertThat(demo.exitCode()).isZero();
    }

    @Test
    void checkFindsTheStoreAndItsNativeLibraryWithoutAWarning() throws Exception {
        Path directory = temporary.resolve("store");
        try (Mayfly mayfly = Mayfly.open(directory)) {
            mayfly.createDatabase("shop");
        }
        Execution check = mayfly("check", directory.toString());
        assertThat(check.err()).isEmpty();
        assertThat(check.out()).contains("The store is sound.");
        assertThat(check.exitCode()).isZero();
    }

    @Test
    void exitCodeReachesTheShell() throws Exception {
        Execution unknown = mayfly("serve");
        assertThat(unknown.err()).contains("there is no command 'serve'");
        assertThat(unknown.exitCode()).isEqualTo(2);
    }

    @Test
    void signaturesOfOtherJarsAreLeftOut() throws Exception {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(jar.stream().map(ZipEntry::getName))
                    .noneMatch(name -> name.matches("META-INF/.*\\.(SF|DSA|RSA)"));
        }
    }

    private Execution mayfly(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", JAR.toString()));
        command.addAll(List.of(arguments));
        return Execution.of(new ProcessBuilder(command).directory(temporary.toFile()), temporary);
    }
}
