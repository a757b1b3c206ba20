package org.mayflydb.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A process of Java that is killed while it works. What it says on its standard output tells how far it has come. */
public final class DoomedProcess {
    /** A process that ends upon SIGKILL has this exit code. */
    private static final int KILLED = 128 + 9;

    private DoomedProcess() {}

    /**
     * Starts a program, kills it when it has said so many lines, and hands on all it said until its end.
     *
     * @param complaints where its standard error goes
     * @return how many lines it said
     */
    public static int run(
            Class<?> program, List<String> arguments, int linesUntilKill, Path complaints, Consumer<String> listener)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        command.addAll(arguments);
        Process process =
                new ProcessBuilder(command).redirectError(complaints.toFile()).start();
        int lines = 0;
        try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
            String line;
            while ((line = said.readLine()) != null) {
                listener.accept(line);
                if (++lines == linesUntilKill) {
                    // The process itself would also close the pipe, and what is still in there counts.
                    process.toHandle().destroyForcibly();
                }
            }
        }
        assertThat(process.waitFor()).as(() -> content(complaints)).isEqualTo(KILLED);
        return lines;
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }
}
