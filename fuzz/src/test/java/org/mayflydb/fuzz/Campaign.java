package org.mayflydb.fuzz;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Fuzzes targets, each in a process of its own: a decoder that loops or fills the heap ends only that one.
 *
 * @param directory where each target has its corpus, its log and its findings, which survive into the next campaign
 * @param duration for each target
 * @param inputTimeout how long one input may keep the processor busy
 * @param parallel how many targets run at a time
 */
record Campaign(Path directory, Duration duration, Duration inputTimeout, int parallel) {
    private static final int INPUT_BYTES_MAX = 16 << 10;
    private static final int FINDINGS_MAX = 20;
    private static final String HEAP = "-Xmx768m";
    private static final String INSTRUMENTED =
            "org.mayflydb.**:com.fasterxml.jackson.core.**:com.google.re2j.**:io.netty.handler.codec.**";

    /** How much longer an input may take if its thread has nothing to do. */
    private static final Duration WAITING = Duration.ofMinutes(5);

    /** How much longer than planned a process may take before it is killed. */
    private static final Duration GRACE = Duration.ofMinutes(15);

    /** Fuzzes all of them and hands over each report as soon as it is there. */
    List<FuzzReport> run(List<FuzzTarget> targets, Consumer<FuzzReport> listener)
            throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(parallel);
        try {
            List<Future<FuzzReport>> reports = new ArrayList<>();
            for (FuzzTarget target : targets) {
                reports.add(threads.submit(() -> {
                    FuzzReport report = run(target);
                    synchronized (listener) {
                        listener.accept(report);
                    }
                    return report;
                }));
            }
            List<FuzzReport> finished = new ArrayList<>();
            for (Future<FuzzReport> report : reports) {
                finished.add(report.get());
            }
            return finished;
        } finally {
            threads.shutdownNow();
        }
    }

    private FuzzReport run(FuzzTarget target) throws IOException, InterruptedException {
        Path own = directory.resolve(target.name()).toAbsolutePath();
        Path findings = Files.createDirectories(own.resolve("findings"));
        Path corpus = Files.createDirectories(own.resolve("corpus"));
        Path log = own.resolve("log.txt");
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command(target, corpus, findings))
                .directory(own.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        // It does not end with this process by itself.
        Thread killer = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(killer);
        boolean ended;
        try {
            ended = process.waitFor(duration.plus(WAITING).plus(GRACE).toSeconds(), TimeUnit.SECONDS);
        } finally {
            process.destroyForcibly();
        }
        long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
        return report(target, seconds, findings, log, ended ? process.exitValue() : null);
    }

    private List<String> command(FuzzTarget target, Path corpus, Path findings) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 22) {
            // Otherwise the JVM warns of Jazzer's agent and its native library.
            command.addAll(List.of("-XX:+EnableDynamicAgentLoading", "--enable-native-access=ALL-UNNAMED"));
        }
        command.addAll(List.of(
                HEAP,
                "-XX:+UseSerialGC",
                "-D" + JazzerEntry.TARGET + "=" + target.getClass().getName(),
                "-D" + JazzerEntry.SECONDS + "=" + inputTimeout.toSeconds(),
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + JazzerEntry.class.getName(),
                "--instrumentation_includes=" + INSTRUMENTED,
                "--instrumentation_excludes=org.mayflydb.fuzz.**",
                // Nowhere else: Jazzer's checks fail at how Netty uses Unsafe, and make the start slow.
                "--custom_hook_includes=" + INSTRUMENTED,
                "--keep_going=" + FINDINGS_MAX,
                "--reproducer_path=" + findings.getParent(),
                "-artifact_prefix=" + findings + "/",
                // InputWatch is earlier, unless the input waits for something.
                "-timeout=" + WAITING.plus(inputTimeout).toSeconds(),
                "-max_total_time=" + duration.toSeconds(),
                "-max_len=" + INPUT_BYTES_MAX,
                "-report_slow_units=" + Integer.MAX_VALUE,
                "-rss_limit_mb=0",
                "-print_final_stats=1",
                corpus.toString()));
        Path seeds = FuzzTargets.CORPUS.resolve(target.name()).toAbsolutePath();
        if (Files.isDirectory(seeds)) {
            command.add(seeds.toString());
        }
        return command;
    }

    private static FuzzReport report(
            FuzzTarget target, long seconds, Path findings, Path log, @Nullable Integer exitCode) throws IOException {
        JazzerLog figures = new JazzerLog();
        try (BufferedReader lines = Files.newBufferedReader(log, StandardCharsets.ISO_8859_1)) {
            lines.lines().forEach(figures::add);
        }
        List<String> complaints = new ArrayList<>(figures.complaints());
        if (exitCode == null) {
            complaints.add("Jazzer was killed after " + seconds + " s, because it did not end in time; see " + log);
        } else if (exitCode != 0 && complaints.isEmpty()) {
            complaints.add("Jazzer ended with exit code " + exitCode + "; see " + log);
        }
        return new FuzzReport(
                target.name(),
                figures.executions(),
                seconds,
                figures.coverage(),
                figures.corpus(),
                files(findings),
                complaints);
    }

    private static List<Path> files(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
