package org.mayflydb.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A machine for the launcher: a copy of it in a tree of its own, and a {@code PATH} with the few common tools that it
 * uses and nothing else. A test adds a Java and a Maven that only say how they were called.
 */
final class Shell {
    private static final List<String> TOOLS =
            List.of("cat", "dirname", "find", "head", "mv", "readlink", "rm", "sed", "tee");

    private final Path temporary;
    private final Path bin;
    private final Map<String, String> environment = new TreeMap<>();

    /** The tree that the launcher lies in. */
    final Path root;

    Shell(Path temporary) throws IOException {
        this.temporary = temporary.toRealPath();
        root = Files.createDirectory(this.temporary.resolve("a tree"));
        bin = Files.createDirectory(this.temporary.resolve("bin"));
        environment.put("PATH", bin.toString());
        for (String tool : TOOLS) {
            script(bin.resolve(tool), "exec '" + onPath(tool) + "' \"$@\"");
        }
        Files.copy(Path.of("..", "mayfly"), root.resolve("mayfly"));
        Files.createDirectories(root.resolve("app/src/main"));
        Files.writeString(root.resolve("pom.xml"), """
                <project>
                  <version>1.2.3-TEST</version>
                  <properties>
                    <version>9</version>
                  </properties>
                </project>
                """);
        Files.createFile(root.resolve("app/pom.xml"));
    }

    Path jar() {
        return root.resolve("app/target/mayfly.jar");
    }

    /** A Java in the {@code PATH} that has a compiler. */
    Shell withJdk(String version) throws IOException {
        return withJava(version, "bin/javac");
    }

    /** A Java in the {@code PATH} that has none. */
    Shell withJre(String version) throws IOException {
        return withJava(version, "bin/keytool");
    }

    private Shell withJava(String version, String tool) throws IOException {
        Path home = temporary.resolve("java-" + version);
        Files.createDirectories(home.resolve("bin"));
        script(
                home.resolve("bin/java"),
                "if [ \"$1\" = -XshowSettings:properties ]; then",
                "    printf '    java.home = %s\\n    java.specification.version = %s\\n' '" + home + "' '" + version
                        + "' >&2",
                "    exit",
                "fi",
                "case $1 in -XX:ArchiveClassesAtExit=*)",
                "    echo \"$*\" >>'" + rehearsals() + "'",
                "    if [ \"$VERSION_THAT_KEEPS_NOTHING\" = " + version + " ]; then exit 1; fi",
                "    echo classes >\"${1#*=}\"",
                "    exit",
                "esac",
                "echo \"java $*\"");
        script(home.resolve(tool));
        Files.deleteIfExists(bin.resolve("java"));
        Files.createSymbolicLink(bin.resolve("java"), home.resolve("bin/java"));
        return this;
    }

    /** Where each Java notes that it was called to keep classes. */
    Path rehearsals() {
        return temporary.resolve("rehearsals");
    }

    /** The home of a Java that was added. */
    Path javaHome(String version) {
        return temporary.resolve("java-" + version);
    }

    /** A Maven in the {@code PATH} that makes the jar, reports as Maven does, and ends with {@code exitCode}. */
    Shell withMaven(int exitCode) throws IOException {
        Files.createDirectories(jar().getParent());
        script(
                bin.resolve("mvn"),
                "echo \"mvn $* in $(pwd) with $JAVA_HOME\" | tee -a '" + builds() + "'",
                "echo >app/target/mayfly.jar",
                "echo '[INFO] Scanning for projects...'",
                "echo '[INFO] Building Mayfly 0.1.0-SNAPSHOT                              [1/6]'",
                "echo '[INFO] Building Mayfly engine 0.1.0-SNAPSHOT                       [2/6]'",
                "echo '[WARNING] nobody needs to know'",
                exitCode == 0
                        ? "echo '[INFO] BUILD SUCCESS'"
                        : "printf '%s\\n' '[ERROR] COMPILATION ERROR :' '[INFO] 1 error' '  symbol: class Absent'",
                "exit " + exitCode);
        return this;
    }

    /** Where Maven notes how it was called. */
    Path builds() {
        return temporary.resolve("builds");
    }

    /** A file in the {@code PATH}. */
    Shell withTool(String name, String... lines) throws IOException {
        script(bin.resolve(name), lines);
        return this;
    }

    Shell withEnvironment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Runs the launcher from a directory that is not its own. */
    Execution run(String... arguments) throws Exception {
        return runAs(root.resolve("mayfly"), arguments);
    }

    /** Runs a file that leads to the launcher. */
    Execution runAs(Path launcher, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("/bin/sh", launcher.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder process = new ProcessBuilder(command).directory(temporary.toFile());
        process.environment().clear();
        process.environment().putAll(environment);
        return Execution.of(process, temporary);
    }

    private static void script(Path file, String... lines) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Path onPath(String tool) {
        for (String directory : System.getenv("PATH").split(":", -1)) {
            Path file = Path.of(directory, tool);
            if (Files.isExecutable(file)) {
                return file;
            }
        }
        throw new IllegalStateException("there is no " + tool + " on this machine");
    }
}
