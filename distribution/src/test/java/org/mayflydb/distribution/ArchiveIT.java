package org.mayflydb.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.distribution.Installation.Execution;

/** The archives, which only the profile "distribution" makes. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class ArchiveIT {
    private static final String NAME = InstallationIT.HOME.getFileName().toString();

    @TempDir
    private Path temporary;

    @Test
    void theArchiveUnpacksToTheDirectoryAndServes() throws Exception {
        Path home = unpack(NAME + ".tar.gz");
        assertThat(files(home)).isEqualTo(files(InstallationIT.HOME));
        assertThat(new Installation(home, temporary)
                        .withTheJavaOfThisTest()
                        .serve("--memory")
                        .code())
                .isEqualTo(200);
    }

    @Test
    void theArchiveWithItsOwnJavaServesWhereThereIsNone() throws Exception {
        Path home = unpack(NAME + "-" + platform() + ".tar.gz");
        // Java refuses to start if it cannot use the classes of its own that the archive has.
        Installation mayfly = new Installation(home, temporary).with("MAYFLY_JAVA_OPTIONS", "-Xshare:on");
        Execution ready = mayfly.serve("--data", temporary.resolve("data").toString());
        assertThat(ready.code()).isEqualTo(200);
        assertThat(ready.err()).isEmpty();
        assertThat(mayfly.run("demo", "--fast").code()).isZero();
    }

    private static String platform() throws IOException {
        Path file = InstallationIT.HOME.resolveSibling("platform.txt");
        return Files.exists(file) ? Files.readString(file).strip() : "not made";
    }

    private Path unpack(String archive) throws IOException, InterruptedException {
        Path file = InstallationIT.HOME.resolveSibling(archive);
        assumeThat(file).exists();
        Process tar = new ProcessBuilder(List.of("tar", "-xzf", file.toString()))
                .directory(temporary.toFile())
                .inheritIO()
                .start();
        assertThat(tar.waitFor()).isZero();
        // Both archives can be unpacked side by side.
        return temporary.resolve(archive.substring(0, archive.length() - ".tar.gz".length()));
    }

    private static Set<String> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return new TreeSet<>(files.filter(Files::isRegularFile)
                    .map(file -> directory.relativize(file).toString())
                    .filter(file -> !file.startsWith("lib/cache"))
                    .toList());
        }
    }
}
