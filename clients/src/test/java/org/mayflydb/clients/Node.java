package org.mayflydb.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Node.js, in a directory under {@code target} that has the scripts and the client they need. */
final class Node {
    private static final Path SOURCES = Path.of("src/test/js");
    private static final Path DIRECTORY = Path.of("target/js");
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** Before it, the client itself fails for want of a global it uses. */
    private static final int VERSION_MIN = 20;

    private Node() {}

    /** Installs the client once; skips the test, and says so, where there is no Node.js that could run it. */
    static Path directory() throws IOException, InterruptedException {
        Files.createDirectories(DIRECTORY);
        if (!isThere("node") || !isThere("npm") || version() < VERSION_MIN) {
            String notice = "The tests of the JavaScript client are skipped: they need npm, and node in version "
                    + VERSION_MIN + " or later.";
            System.err.println(notice);
            Assumptions.abort(notice);
        }
        try (Stream<Path> files = Files.list(SOURCES)) {
            for (Path file : files.toList()) {
                Files.copy(file, DIRECTORY.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        if (!isInstalled("@azure/cosmos") || !isInstalled("playwright-core")) {
            ExternalProgram.Outcome installed = run(
                    Map.of(), List.of("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"));
            if (installed.status() != 0) {
                throw new IOException("npm cannot install the client:\n" + installed.output());
            }
        }
        return DIRECTORY;
    }

    /** Runs a program in the directory. */
    static ExternalProgram.Outcome run(Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        return ExternalProgram.run(DIRECTORY, environment, command, LIMIT);
    }

    private static boolean isInstalled(String packageName) {
        return Files.exists(
                DIRECTORY.resolve("node_modules").resolve(packageName).resolve("package.json"));
    }

    /** Of "v20.20.2" the 20. */
    private static int version() throws IOException, InterruptedException {
        String text = run(Map.of(), List.of("node", "--version")).output().strip();
        return text.matches("v\\d+\\..*") ? Integer.parseInt(text.substring(1, text.indexOf('.'))) : 0;
    }

    private static boolean isThere(String program) {
        return ExternalProgram.find(program).isPresent();
    }
}
