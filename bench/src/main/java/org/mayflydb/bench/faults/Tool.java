package org.mayflydb.bench.faults;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Programs of the system. */
final class Tool {
    private Tool() {}

    /** Runs a command to its end. */
    static void run(String... command) throws IOException, InterruptedException {
        Ended ended = end(List.of(command));
        if (ended.exitCode != 0) {
            throw new IOException(String.join(" ", command) + " ended with " + ended.exitCode + ": " + ended.output);
        }
    }

    /** How a command ended, and what it printed. */
    record Ended(int exitCode, String output) {}

    static Ended end(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output.strip());
    }

    static boolean isInstalled(String program) {
        return List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin").stream()
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    /** Whether this process may mount a file system, which it tries. */
    static boolean canMount() {
        try {
            Path directory = Files.createTempDirectory("mayfly-mount");
            try {
                run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", directory.toString());
                run("umount", directory.toString());
                return true;
            } finally {
                Files.delete(directory);
            }
        } catch (IOException refused) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
