package org.mayflydb.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command line in a process of its own, which can be killed. */
final class MayflyProcess implements AutoCloseable {
    /** A process that ends upon SIGKILL has this exit code. */
    static final int KILLED = 128 + 9;

    private static final Pattern IGNORED_SIGNALS = Pattern.compile("SigIgn:\\s*([0-9a-f]+)");
    private static final long HUP_AND_INT = 0b11;

    private final Process process;

    private MayflyProcess(Process process) {
        this.process = process;
    }

    /** @param err where its standard error goes */
    static MayflyProcess start(Path err, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(withDefaultSignals());
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                MayflyCommand.class.getName()));
        command.addAll(List.of(arguments));
        return new MayflyProcess(
                new ProcessBuilder(command).redirectError(err.toFile()).start());
    }

    /** A child inherits what its parent ignores: under nohup, SIGHUP and perhaps SIGINT. */
    private static List<String> withDefaultSignals() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return List.of();
        }
        Matcher ignored = IGNORED_SIGNALS.matcher(Files.readString(status));
        return ignored.find() && (Long.parseUnsignedLong(ignored.group(1), 16) & HUP_AND_INT) != 0
                ? List.of("env", "--default-signal=HUP,INT")
                : List.of();
    }

    /** Starts a server and waits until it says where it listens, without TLS. */
    static String endpointOf(MayflyProcess server) throws IOException {
        BufferedReader out = server.process.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.strip().startsWith("endpoint")) {
                String endpoint = line.strip().split("\\s+", -1)[1];
                return endpoint.substring(0, endpoint.length() - 1).replace("https", "http");
            }
        }
        throw new IOException("the server ended without naming its endpoint");
    }

    /** Whether it still runs after a moment, which is left to it. */
    boolean goesOn() throws InterruptedException {
        return !process.waitFor(10, TimeUnit.MILLISECONDS);
    }

    int await() throws InterruptedException {
        return process.waitFor();
    }

    /** Ends it at once, as the loss of power would, and answers its exit code. */
    int kill() throws InterruptedException {
        process.destroyForcibly();
        return process.waitFor();
    }

    /** Sends what Ctrl-C sends, and returns the exit code. */
    int interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
        return process.waitFor();
    }

    /** Sends what other servers take for a request to read their configuration again. */
    void hangUp() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-HUP", Long.toString(process.pid())).start().waitFor();
    }

    /** The command with its arguments, as every user of the machine sees it. */
    String commandLine() throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
