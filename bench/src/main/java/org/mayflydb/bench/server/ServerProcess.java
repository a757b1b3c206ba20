package org.mayflydb.bench.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A server in a process of its own, and what the system knows about it. Linux only. */
public final class ServerProcess implements AutoCloseable {
    private static final Pattern ENDPOINT = Pattern.compile("endpoint +https?://[^:]+:(\\d+)/.*");
    private static final int STOP_SECONDS_MAX = 30;
    private static final int START_SECONDS_MAX = 60;

    /** What {@code /proc/…/stat} counts time in: a hundredth of a second on every Linux there is. */
    private static final long TICK_NANOS = 10_000_000;

    private final Process process;
    private final int port;

    private ServerProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Runs the Java of this process with these arguments and waits until it says where it listens. */
    static ServerProcess start(List<String> arguments) {
        return startCommand(java(arguments), Map.of());
    }

    /** Runs a command that becomes a server, with more variables, and waits until it says where it listens. */
    static ServerProcess startCommand(List<String> command, Map<String, String> variables) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().putAll(variables);
            Process process = builder.start();
            return new ServerProcess(process, port(process));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /**
     * Runs the Java of this process with these arguments, and waits until it reports where it listens.
     *
     * @param log receives everything the server prints
     * @throws IOException if the server ends before that, with what it printed
     */
    public static ServerProcess startLogged(List<String> arguments, Map<String, String> variables, Path log)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(java(arguments))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(variables);
        long before = Files.exists(log) ? Files.size(log) : 0;
        Process process = builder.start();
        for (int i = 0; i < START_SECONDS_MAX * 20; i++) {
            boolean ended = !process.isAlive();
            String printed = textAfter(log, before);
            Matcher endpoint = ENDPOINT.matcher(printed);
            if (endpoint.find() && endpoint.end() < printed.length()) {
                return new ServerProcess(process, Integer.parseInt(endpoint.group(1), 10));
            }
            if (ended) {
                throw new IOException("the server has ended with " + process.exitValue() + ": " + printed.strip());
            }
            LockSupport.parkNanos(50_000_000);
        }
        process.destroyForcibly();
        throw new IOException("the server did not start within " + START_SECONDS_MAX + " s");
    }

    private static String textAfter(Path log, long offset) throws IOException {
        byte[] all = Files.readAllBytes(log);
        return new String(all, (int) offset, all.length - (int) offset, StandardCharsets.UTF_8);
    }

    /** Runs the Java of this process with these arguments to its end, which has to be a good one. */
    static void run(List<String> arguments) {
        try {
            Process process = new ProcessBuilder(java(arguments))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (process.waitFor() != 0) {
                throw new IllegalStateException("java ended with " + process.exitValue() + ": " + arguments);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while java ran", interrupted);
        }
    }

    static List<String> java(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        return command;
    }

    private static int port(Process process) throws IOException {
        // Not closed: a server whose output nobody takes would fail when it prints more.
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher endpoint = ENDPOINT.matcher(line.strip());
            if (endpoint.matches()) {
                return Integer.parseInt(endpoint.group(1), 10);
            }
        }
        throw new IOException("the server has ended without saying where it listens");
    }

    public long pid() {
        return process.pid();
    }

    /** The status it ended with; waits for the end, for a bounded time. */
    public int exitCode() throws InterruptedException {
        if (!process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the server does not end");
        }
        return process.exitValue();
    }

    /** Ends it without a warning, as {@code kill -9} does. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** How many threads of each name it has. The system cuts names off after 15 characters. */
    public Map<String, Integer> threads() {
        Map<String, Integer> counts = new TreeMap<>();
        try (Stream<Path> all = Files.list(proc("task"))) {
            for (Path thread : all.toList()) {
                try {
                    counts.merge(Files.readString(thread.resolve("comm")).strip(), 1, Integer::sum);
                } catch (IOException endedMeanwhile) {
                    // it does not count
                }
            }
            return counts;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public int port() {
        return port;
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** The processor time it has spent so far, in all of its threads. */
    public long cpuNanos() {
        String stat = read("stat");
        // The name of the program stands in brackets and may have spaces in it; user and system time are 14 and 15.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * TICK_NANOS;
    }

    /** How much memory it has in use. */
    public long residentBytes() {
        return read("status")
                        .lines()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                        .findFirst()
                        .orElseThrow()
                * 1024;
    }

    /** How many sockets it has open; the files of a store come and go, these must not stay. */
    public int openSockets() {
        return (int) descriptors().stream()
                .filter(target -> target.startsWith("socket:"))
                .count();
    }

    /** How many files of all kinds it has open, but for those in a directory, such as a store's that come and go. */
    public int openFilesOutside(Path directory) {
        return (int) descriptors().stream()
                .filter(target -> !target.startsWith(directory.toString()))
                .count();
    }

    private List<String> descriptors() {
        try (Stream<Path> all = Files.list(proc("fd"))) {
            List<String> targets = new ArrayList<>();
            for (Path descriptor : all.toList()) {
                try {
                    targets.add(Files.readSymbolicLink(descriptor).toString());
                } catch (NoSuchFileException closedMeanwhile) {
                    // it does not count
                }
            }
            return targets;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private String read(String file) {
        try {
            return Files.readString(proc(file));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Path proc(String file) {
        return Path.of("/proc", Long.toString(process.pid()), file);
    }

    /** Asks it to stop, and waits for that. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
