package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.server.MemoryShares;

/** The file {@code mayfly} in the root of the repository. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
@Tag("process")
class LauncherTest {
    private static final String BUILD = "mvn -B -ntp -pl app -am package -Dmaven.test.skip=true ";

    /** Ends a server that runs out of memory. Java would run what follows a semicolon as a command. */
    private static final String OUT_OF_MEMORY =
            "-XX:+ExitOnOutOfMemoryError -XX:OnOutOfMemoryError=echo 'mayfly: ERROR: out of memory. The server ends so that it"
                    + " can be started again, without losing anything acknowledged. If this happens again, set or raise"
                    + " --memory-megabytes.' >&2";

    @TempDir
    private Path temporary;

    private Shell shell;

    @BeforeEach
    void makeShell() throws IOException {
        shell = new Shell(temporary);
    }

    @Test
    void launcherIsExecutable() {
        assertThat(Path.of("..", "mayfly")).isExecutable();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "help", "--help", "-h"})
    void helpNeedsNeitherJavaNorMaven(String argument) throws Exception {
        Execution help = argument.isEmpty() ? shell.run() : shell.run(argument);
        assertThat(help.out())
                .contains("Usage: ./mayfly COMMAND", "test", "demo", "check DIR", "backup", "shell", "stats");
        assertThat(help.out().lines()).allMatch(line -> line.length() <= 88);
        assertThat(help.err()).isEmpty();
        assertThat(help.exitCode()).isZero();
    }

    @Test
    void missingJavaIsSaidWithWaysToGetIt() throws Exception {
        Execution demo = shell.run("demo");
        assertThat(demo.err())
                .contains(
                        "mayfly: There is no java in the PATH",
                        "apt-get install openjdk",
                        "brew install",
                        "sdk install");
        assertThat(demo.exitCode()).isEqualTo(127);
    }

    @Test
    void javaHomeWithoutJavaIsSaid() throws Exception {
        Execution demo =
                shell.withJdk("17").withEnvironment("JAVA_HOME", "/nowhere").run("demo");
        assertThat(demo.err()).contains("JAVA_HOME is /nowhere, but there is no bin/java in it.");
        assertThat(demo.exitCode()).isEqualTo(127);
    }

    @ParameterizedTest
    @ValueSource(strings = {"11", "1.8"})
    void oldJavaIsSaid(String version) throws Exception {
        Execution test = shell.withJdk(version).withMaven(0).run("test");
        assertThat(test.err())
                .contains("is Java " + version.replace("1.8", "8") + ", but Mayfly requires 17 or later.");
        assertThat(test.exitCode()).isEqualTo(1);
        assertThat(test.out()).isEmpty();
    }

    @Test
    void javaWithoutACompilerCannotBuild() throws Exception {
        Execution test = shell.withJre("21").withMaven(0).run("test");
        assertThat(test.err()).contains(shell.javaHome("21") + " has no bin/javac", "Install JDK 17");
        assertThat(test.exitCode()).isEqualTo(127);
    }

    @Test
    void javaWithoutACompilerRunsWhatIsBuilt() throws Exception {
        buildJar();
        assertThat(shell.withJre("21").run("demo").exitCode()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"test", "demo"})
    void missingMavenIsSaidWithWaysToGetIt(String command) throws Exception {
        Execution execution = shell.withJdk("17").run(command);
        assertThat(execution.err())
                .contains("mayfly: There is no mvn in the PATH.", "apt-get install maven", "brew install maven");
        assertThat(execution.exitCode()).isEqualTo(127);
    }

    @Test
    void testRunsEveryTestWithTheArgumentsGiven() throws Exception {
        Execution test = shell.withJdk("17").withMaven(0).run("test", "-pl", "engine", "-Dname=two words");
        assertThat(test.out())
                .startsWith("mvn -B -ntp -T 2 verify -pl engine -Dname=two words in " + shell.root + " with "
                        + shell.javaHome("17") + "\n");
        assertThat(test.exitCode()).isZero();
    }

    @Test
    void fastTestsLeaveOutModulesThatNeedOtherProcesses() throws Exception {
        Execution test = shell.withJdk("17").withMaven(0).run("test", "--fast", "-Dtest=MissionTest");
        assertThat(test.out())
                .startsWith(
                        "mvn -B -ntp -T 2 test -Pfast -pl !distribution,!samples/sales-orders,!clients,!bench,!outside"
                                + " -Dtest=MissionTest in " + shell.root);
        assertThat(shell.withMaven(7).run("test", "--fast").exitCode()).isEqualTo(7);
    }

    @Test
    void failingTestsAreTheExitCode() throws Exception {
        assertThat(shell.withJdk("17").withMaven(7).run("test").exitCode()).isEqualTo(7);
    }

    @Test
    void missingJarIsBuiltAndTheBuildIsNotInTheOutput() throws Exception {
        Execution check = shell.withJdk("17").withMaven(0).run("check", "some directory");
        assertThat(shell.builds()).content().startsWith(BUILD).contains(" in " + shell.root);
        assertThat(check.out()).isEqualTo("java -jar " + shell.jar() + " check some directory\n");
        assertThat(check.exitCode()).isZero();
    }

    @Test
    void aBuildShowsItsProgressAndNothingElse() throws Exception {
        Execution demo = shell.withJdk("17").withMaven(0).run("demo");
        assertThat(demo.err()).isEqualTo("""
                        mayfly: building app/target/mayfly.jar
                        mayfly: the first build downloads libraries and takes a few minutes
                        mayfly: building Mayfly (1/6)
                        mayfly: building Mayfly engine (2/6)
                        """);
    }

    @Test
    void aBuildThatDoesNotEvenStartSaysWhy() throws Exception {
        shell.withJdk("17").withMaven(0).withTool("mvn", "echo 'Error: no toolchain here'", "exit 1");
        Execution demo = shell.run("demo");
        assertThat(demo.err()).contains("Error: no toolchain here\n", "mayfly: The build failed");
        assertThat(demo.exitCode()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "-V"})
    void versionNeedsNeitherJavaNorABuild(String argument) throws Exception {
        Execution version = shell.run(argument);
        assertThat(version.out()).isEqualTo("Mayfly 1.2.3-TEST\n");
        assertThat(version.err()).isEmpty();
        assertThat(version.exitCode()).isZero();
    }

    @Test
    void helpOfACommandComesFromTheJarThatIsThere() throws Exception {
        buildJar();
        Path newer = Files.writeString(shell.root.resolve("app/src/main/New.java"), "changed");
        FileTime built = Files.getLastModifiedTime(shell.jar());
        Files.setLastModifiedTime(newer, FileTime.from(built.toInstant().plusSeconds(1)));
        Execution help = shell.run("help", "serve");
        assertThat(help.out()).isEqualTo("java -jar " + shell.jar() + " help serve\n");
        assertThat(help.err()).isEmpty();
    }

    @Test
    void helpOfACommandIsBuiltWhereThereIsNoJar() throws Exception {
        Execution help = shell.withJdk("17").withMaven(0).run("help", "serve");
        assertThat(help.err()).contains("mayfly: building Mayfly engine (2/6)");
        assertThat(help.out()).endsWith(" help serve\n");
    }

    @Test
    void jarThatIsNewerThanTheSourcesIsNotBuiltAgain() throws Exception {
        buildJar();
        Execution demo = shell.run("demo");
        assertThat(demo.err()).isEmpty();
        assertThat(demo.out()).isEqualTo("java -jar " + shell.jar() + " demo\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pom.xml", "app/pom.xml", "app/src/main/New.java"})
    void jarThatIsOlderThanASourceIsBuiltAgain(String source) throws Exception {
        buildJar();
        Path file = Files.writeString(shell.root.resolve(source), "changed");
        FileTime built = Files.getLastModifiedTime(shell.jar());
        Files.setLastModifiedTime(file, FileTime.from(built.toInstant().plus(Duration.ofSeconds(1))));
        Files.delete(shell.builds());
        shell.run("demo");
        assertThat(shell.builds()).content().startsWith(BUILD);
    }

    @Test
    void failedBuildIsSaidAndLeavesNoJar() throws Exception {
        Execution demo = shell.withJdk("17").withMaven(1).run("demo");
        assertThat(demo.err())
                .contains("[ERROR] COMPILATION ERROR :\n  symbol: class Absent\nmayfly: The build failed")
                .doesNotContain("nobody needs to know");
        assertThat(demo.out()).isEmpty();
        assertThat(demo.exitCode()).isEqualTo(1);
        assertThat(shell.jar()).doesNotExist();
    }

    @Test
    void javaHomeChoosesTheJava() throws Exception {
        shell.withJdk("25").withJdk("17").withMaven(0);
        shell.withEnvironment("JAVA_HOME", shell.javaHome("25").toString());
        assertThat(shell.run("test").out()).contains(" with " + shell.javaHome("25") + "\n");
    }

    @Test
    void serveStartsFromTheClassesThatARehearsalHasKept() throws Exception {
        buildJar();
        Path archive = shell.root.resolve("app/target/mayfly-17-.jsa");
        assertThat(shell.run("serve", "--memory").out())
                .isEqualTo("java -XX:SharedArchiveFile=" + archive + " -Xlog:disable -Xlog:all=warning:stderr "
                        + OUT_OF_MEMORY + " -jar " + shell.jar() + " serve --memory\n");
        assertThat(shell.run("serve").err()).isEmpty();
        assertThat(shell.rehearsals()).as("one is enough").content().hasLineCount(1);
    }

    @Test
    void anotherJarIsRehearsedAgain() throws Exception {
        buildJar();
        shell.run("serve");
        Path archive = shell.root.resolve("app/target/mayfly-17-.jsa");
        FileTime older =
                FileTime.from(Files.getLastModifiedTime(shell.jar()).toInstant().minusSeconds(1));
        Files.setLastModifiedTime(archive, older);
        shell.run("serve");
        assertThat(shell.rehearsals()).content().hasLineCount(2);
    }

    @Test
    void serveStartsAlsoWhereJavaKeepsNoClasses() throws Exception {
        buildJar();
        shell.withEnvironment("VERSION_THAT_KEEPS_NOTHING", "17");
        Execution serve = shell.run("serve");
        assertThat(serve.out()).isEqualTo("java " + OUT_OF_MEMORY + " -jar " + shell.jar() + " serve\n");
        assertThat(serve.err()).isEmpty();
        shell.run("serve");
        assertThat(shell.rehearsals()).as("not tried again").content().hasLineCount(1);
    }

    @Test
    void aStoreThatIsNotInTheJarIsBuiltWhenItIsAskedForAndTheLauncherSaysSo() throws Exception {
        buildJar();
        Files.delete(shell.builds());
        Execution serve = shell.withMaven(7).run("serve", "--store", "postgresql://db/mayfly");
        assertThat(serve.err())
                .contains("mayfly: building the optional module storage-postgresql, for the setting store");
        assertThat(shell.builds())
                .content()
                .startsWith("mvn -B -ntp -pl storage-postgresql -am package dependency:copy-dependencies");
        assertThat(serve.exitCode()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStoreThatIsBuiltIsAddedToTheClassPath(boolean byEnvironment) throws Exception {
        buildJar();
        Path target = shell.root.resolve("storage-postgresql/target");
        Path driver = Files.createDirectories(target.resolve("driver")).resolve("postgresql-1.jar");
        Path store = target.resolve("mayfly-storage-postgresql-1.jar");
        for (Path file : List.of(driver, store, target.resolve("mayfly-storage-postgresql-1-tests.jar"))) {
            Files.createFile(file);
        }
        String address = "postgresql://db/mayfly";
        Execution serve = byEnvironment
                ? shell.withEnvironment("MAYFLY_STORE", address).run("serve")
                : shell.run("serve", "--store", address);
        assertThat(serve.out())
                .contains("-cp " + shell.jar() + ":" + store + ":" + driver + " org.mayflydb.app.MayflyCommand serve");
    }

    @ParameterizedTest
    @ValueSource(ints = {MemoryShares.MEGABYTES_MIN, 512, 1000, 3333, MemoryShares.MEGABYTES_MAX})
    void memoryIsDividedAsTheServerDividesIt(int megabytes) throws Exception {
        buildJar();
        String given = Integer.toString(megabytes);
        String onDisk = "java " + MemoryShares.of(megabytes, false).javaOptions() + " -XX:Shared";
        assertThat(shell.run("serve", "--port", "0", "--memory-megabytes", given)
                        .out())
                .startsWith(onDisk)
                .endsWith(" serve --port 0 --memory-megabytes " + given + "\n");
        assertThat(shell.run("serve", "--memory", "--memory-megabytes=" + given).out())
                .startsWith("java " + MemoryShares.of(megabytes, true).javaOptions() + " -XX:Shared");
        assertThat(shell.withEnvironment("MAYFLY_MEMORY_MEGABYTES", given)
                        .run("serve")
                        .out())
                .startsWith(onDisk);
    }

    @Test
    void memoryInAFileOfSettingsCountsUnlessItIsGivenElsewhere() throws Exception {
        buildJar();
        Path file = Files.writeString(temporary.resolve("settings"), "port=1\n memory-megabytes = 512 \n");
        String options = MemoryShares.of(512, false).javaOptions();
        assertThat(shell.run("serve", "--config", file.toString()).out()).startsWith("java " + options);
        assertThat(shell.run("serve", "--config", file.toString(), "--memory-megabytes", "600")
                        .out())
                .startsWith("java " + MemoryShares.of(600, false).javaOptions());
        assertThat(shell.withEnvironment("MAYFLY_CONFIG", file.toString())
                        .run("serve")
                        .out())
                .startsWith("java " + options);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "319", "half", "-5", "1.5", "99999999999999999999"})
    void memoryThatTheServerRefusesIsLeftToIt(String given) throws Exception {
        buildJar();
        Execution serve = shell.run("serve", "--memory-megabytes", given);
        assertThat(serve.out()).startsWith("java -XX:Shared").endsWith(" serve --memory-megabytes " + given + "\n");
        assertThat(serve.err()).isEmpty();
    }

    @Test
    void symbolicLinksLeadToTheLauncher() throws Exception {
        buildJar();
        Path absolute = Files.createSymbolicLink(temporary.resolve("absolute"), shell.root.resolve("mayfly"));
        Path relative = Files.createSymbolicLink(temporary.resolve("relative"), absolute.getFileName());
        assertThat(shell.runAs(relative, "demo").out()).isEqualTo("java -jar " + shell.jar() + " demo\n");
    }

    private void buildJar() throws Exception {
        shell.withJdk("17").withMaven(0).run("demo");
        // The sources were made a moment ago: where times are coarse they would be as old as the jar.
        FileTime built = Files.getLastModifiedTime(shell.jar());
        for (String source : List.of("pom.xml", "app/pom.xml", "app/src/main")) {
            Files.setLastModifiedTime(
                    shell.root.resolve(source), FileTime.from(built.toInstant().minusSeconds(1)));
        }
    }
}
