package org.mayflydb.clients;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs programs of other languages. */
final class ExternalProgram {
    private ExternalProgram() {}

    /** The exit status, -1 if the program took too long, and everything that it printed. */
    record Outcome(int status, String output) {}

    static Outcome run(Path directory, Map<String, String> environment, List<String> command, Duration limit)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("program", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            String text = Files.readString(output, StandardCharsets.UTF_8);
            return new Outcome(ended ? process.exitValue() : -1, text);
        } finally {
            process.destroyForcibly();
            Files.delete(output);
        }
    }

    /** Looks for a program on the path. */
    static Optional<Path> find(String program) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator, -1))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
