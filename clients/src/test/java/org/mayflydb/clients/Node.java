package org.mayflydb.clients;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Node.js, in a directory under {@code target} that has the scripts and the client they need. */
final class Node {
    private static final Path SOURCES = Path.of("src/test/js");
    private static final Path DIRECTORY = Path.of("target/js");
    private static final long MINUTES_MAX = 5;

    /** Before it, the client itself fails for want of a global it uses. */
    private static final int VERSION_MIN = 20;

    private Node() {}

    /** What a program wrote, and the status it ended with. */
    record Outcome(int status, String output) {}

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
            Outcome installed = run(
                    Map.of(), List.of("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"));
            if (installed.status != 0) {
                throw new IOException("npm cannot install the client:\n" + installed.output);
            }
        }
        return DIRECTORY;
    }

    /** Runs a program in the directory. */
    static Outcome run(Map<String, String> environment, List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("node", ".txt");
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command))
                .directory(DIRECTORY.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            boolean ended = process.waitFor(MINUTES_MAX, TimeUnit.MINUTES);
            String text = Files.readString(output, StandardCharsets.UTF_8);
            return new Outcome(ended ? process.exitValue() : -1, text);
        } finally {
            process.destroyForcibly();
            Files.delete(output);
        }
    }

    private static boolean isInstalled(String packageName) {
        return Files.exists(
                DIRECTORY.resolve("node_modules").resolve(packageName).resolve("package.json"));
    }

    /** Of "v20.20.2" the 20. */
    private static int version() throws IOException, InterruptedException {
        String text = run(Map.of(), List.of("node", "--version")).output.strip();
        return text.matches("v\\d+\\..*") ? Integer.parseInt(text.substring(1, text.indexOf('.'))) : 0;
    }

    private static boolean isThere(String program) {
        return find(program).isPresent();
    }

    /** Where a program is. */
    static Optional<Path> find(String program) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(java.io.File.pathSeparator, -1))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
