package org.mayflydb.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.distribution.Installation.Execution;

/** The directory that every build puts together. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class InstallationIT {
    static final Path HOME = Path.of(System.getProperty("mayfly.layout")).toAbsolutePath();

    @TempDir
    private Path temporary;

    private Installation mayfly;

    @BeforeEach
    void install() throws IOException {
        mayfly = new Installation(HOME, temporary);
    }

    @Test
    void helpNamesTheCommands() throws Exception {
        Execution help = mayfly.withTheJavaOfThisTest().run("help");
        assertThat(help.out()).contains("Usage: mayfly", "serve", "check", "ready");
        assertThat(help.err()).isEmpty();
        assertThat(help.code()).isZero();
    }

    @Test
    void aServerIsReadyAndCopiesNoLibraryOutOfItsJar() throws Exception {
        Path copies = Files.createDirectory(temporary.resolve("copies"));
        Execution ready = mayfly.withTheJavaOfThisTest()
                .with("MAYFLY_JAVA_OPTIONS", "-Djava.io.tmpdir=" + copies)
                .serve("--data", temporary.resolve("data").toString());
        assertThat(ready.code()).isEqualTo(200);
        assertThat(ready.err()).isEmpty();
        assertThat(temporary.resolve("data")).isNotEmptyDirectory();
        assertThat(names(copies)).noneMatch(name -> name.contains("rocksdb") || name.contains("netty"));
    }

    @Test
    void theFirstStartKeepsClassesThatTheNextOneStartsFrom() throws Exception {
        Path cache = temporary.resolve("a cache");
        mayfly.withTheJavaOfThisTest().with("MAYFLY_CACHE", cache.toString());
        assertThat(mayfly.serve("--memory").code()).isEqualTo(200);
        List<String> kept = names(cache);
        assertThat(kept).hasSize(1);
        Execution second = mayfly.serve("--memory");
        assertThat(second.code()).isEqualTo(200);
        assertThat(second.err()).as("Java has nothing against the classes").isEmpty();
        assertThat(names(cache)).isEqualTo(kept);
    }

    @Test
    void theEntryPointOfTheImageTakesWhatTheEmulatorsTake() throws Exception {
        Execution ready = mayfly.withTheJavaOfThisTest()
                .with("AZURE_COSMOS_EMULATOR_ENABLE_DATA_PERSISTENCE", "false")
                .emulate("--enable-explorer", "false");
        assertThat(ready.code()).isEqualTo(200);
        assertThat(ready.err()).isEmpty();
    }

    @Test
    void missingJavaIsSaidWithWaysToGetIt() throws Exception {
        Execution help = mayfly.run("help");
        assertThat(help.err())
                .contains("mayfly: There is no java in the PATH", "apt-get install", "brew install", "sdk install");
        assertThat(help.code()).isEqualTo(127);
    }

    @Test
    void javaHomeWithoutJavaIsSaid() throws Exception {
        Execution help = mayfly.with("JAVA_HOME", "/nowhere").run("help");
        assertThat(help.err()).contains("JAVA_HOME is /nowhere, but there is no bin/java in it.");
        assertThat(help.code()).isEqualTo(127);
    }

    @Test
    void oldJavaIsSaidByTheFileThatNamesItsVersion() throws Exception {
        Path old = java("exit 9");
        Files.writeString(old.resolve("release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"1.8.0_452\"\n");
        Execution help = mayfly.with("JAVA_HOME", old.toString()).run("help");
        assertThat(help.err()).contains("is Java 8, but Mayfly requires 17 or later.");
        assertThat(help.code()).isEqualTo(1);
    }

    @Test
    void javaWithoutSuchAFileIsAsked() throws Exception {
        Path silent = java(
                "if [ \"$1\" = -XshowSettings:properties ]; then echo '    java.specification.version = 21' >&2; exit; fi",
                "echo \"java $*\"");
        Execution help = mayfly.with("JAVA_HOME", silent.toString())
                .with("MAYFLY_JAVA_OPTIONS", "-Xmx1g -ea")
                .run("check", "some directory");
        assertThat(help.out())
                .isEqualTo("java -Djava.library.path=" + HOME + "/lib/native -Xmx1g -ea -jar " + HOME
                        + "/lib/mayfly.jar check some directory\n");
    }

    @Test
    void memoryIsDividedAndWhatTheUserSaysComesLast() throws Exception {
        Path silent = java(
                "if [ \"$1\" = -XshowSettings:properties ]; then echo '    java.specification.version = 21' >&2; exit; fi",
                "echo \"java $*\"");
        Execution serve = mayfly.with("JAVA_HOME", silent.toString())
                .with("MAYFLY_CACHE", "off")
                .with("MAYFLY_JAVA_OPTIONS", "-Xmx1g")
                .with("MAYFLY_MEMORY_MEGABYTES", "512")
                .run("serve", "--port", "0");
        assertThat(serve.out())
                .startsWith(
                        "java -Djava.library.path=" + HOME
                                + "/lib/native -XX:+ExitOnOutOfMemoryError -XX:OnOutOfMemoryError=echo 'mayfly: ERROR: out of memory. ")
                .endsWith("' >&2 -Xmx168m -XX:MaxDirectMemorySize=72m -Xmx1g -jar " + HOME
                        + "/lib/mayfly.jar serve --port 0\n");
    }

    @Test
    void javaThatDoesNotRunIsSaid() throws Exception {
        Execution help = mayfly.with(
                        "JAVA_HOME",
                        java("echo 'no runtime present' >&2", "exit 1").toString())
                .run("help");
        assertThat(help.err()).contains("bin/java does not run.", "no runtime present");
        assertThat(help.code()).isEqualTo(127);
    }

    private Path java(String... lines) throws IOException {
        Path home = temporary.resolve("java");
        Installation.script(Files.createDirectories(home.resolve("bin")).resolve("java"), lines);
        return home;
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
