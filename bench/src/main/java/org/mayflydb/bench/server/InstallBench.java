package org.mayflydb.bench.server;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.bench.WorkDirectory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures what people install: how soon its server is ready, the memory it has, and how large the files are. */
@Command(name = "install-bench", description = "Measures start, memory and size of what people install.")
public final class InstallBench implements Callable<Integer> {
    private static final int WARM_MILLIS_MAX = 1_000;
    private static final long IDLE_NANOS = 5_000_000_000L;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Unpacked archives (default: those that distribution/target has).")
    private List<Path> homes = new ArrayList<>();

    @Option(names = "--starts", description = "How often each is started (default: 9).")
    private int starts = 9;

    @Option(names = "--directory", description = "Where the databases are made (default: a temporary directory).")
    private @Nullable Path parent;

    private InstallBench() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new InstallBench()).execute(arguments));
    }

    /** What one start took. */
    private record Start(double millis, double processorMillis) {}

    @Override
    public Integer call() throws IOException {
        PrintWriter out =
                Invariant.present(spec, "picocli sets it").commandLine().getOut();
        Path target = Files.isDirectory(Path.of("distribution"))
                ? Path.of("distribution", "target")
                : Path.of("..", "distribution", "target");
        if (homes.isEmpty()) {
            homes.addAll(list(target, "mayfly-*"));
            homes.addAll(list(target.resolve("image"), "mayfly-*"));
            homes.removeIf(home -> !Files.isDirectory(home));
        }
        if (homes.isEmpty()) {
            out.println(
                    "There is nothing to start. Make it: mvn -Pdistribution -pl distribution -am package -DskipTests");
            return 2;
        }
        for (Path home : homes) {
            measure(home.toAbsolutePath().normalize(), out);
            out.flush();
        }
        for (Path file : list(target, "mayfly-*.{tar.gz,zip}")) {
            out.printf(Locale.ROOT, "%-52s %6.1f MB%n", file.getFileName(), Files.size(file) / 1e6);
        }
        return 0;
    }

    private void measure(Path home, PrintWriter out) throws IOException {
        out.println(home + (Files.exists(home.resolve("runtime")) ? ", with its own Java" : ""));
        try (WorkDirectory work = WorkDirectory.make(parent)) {
            Path cache = work.inner("cache");
            Start cold =
                    start(home, cache, "--data", work.path().resolve("cold").toString());
            out.printf(Locale.ROOT, "  first start, with keeping of classes   %6.0f ms%n", cold.millis);
            print(
                    out,
                    "start in a new directory",
                    times(i -> start(
                            home,
                            cache,
                            "--data",
                            work.path().resolve("data" + i).toString())));
            print(out, "start in memory", times(i -> start(home, cache, "--memory")));
            out.printf(Locale.ROOT, "  memory of an idle server               %6d MB%n", idleBytes(home, cache) >> 20);
            out.printf(
                    Locale.ROOT,
                    "  jar %.1f MB, kept classes %.1f MB, all %.1f MB%n",
                    Files.size(home.resolve("lib/mayfly.jar")) / 1e6,
                    bytes(cache) / 1e6,
                    bytes(home) / 1e6);
        }
    }

    /** Starts a server of a number. */
    private interface Starter {
        Start start(int number);
    }

    private List<Start> times(Starter starter) {
        List<Start> all = new ArrayList<>();
        for (int i = 0; i < starts; i++) {
            all.add(starter.start(i));
        }
        return all;
    }

    private static void print(PrintWriter out, String what, List<Start> all) {
        double[] millis = all.stream().mapToDouble(Start::millis).sorted().toArray();
        double[] processor =
                all.stream().mapToDouble(Start::processorMillis).sorted().toArray();
        double median = millis[millis.length / 2];
        out.printf(
                Locale.ROOT,
                "  %-38s %6.0f ms (%.0f-%.0f), processor time %.0f ms; at most %d ms  %s%n",
                what,
                median,
                millis[0],
                millis[millis.length - 1],
                processor[processor.length / 2],
                WARM_MILLIS_MAX,
                median <= WARM_MILLIS_MAX ? "ok" : "OVER");
    }

    private static Start start(Path home, Path cache, String... where) {
        long before = System.nanoTime();
        try (ServerProcess server = serve(home, cache, where)) {
            askReady(server);
            return new Start((System.nanoTime() - before) / 1e6, server.cpuNanos() / 1e6);
        }
    }

    private static long idleBytes(Path home, Path cache) {
        try (ServerProcess server = serve(home, cache, "--memory")) {
            askReady(server);
            long end = System.nanoTime() + IDLE_NANOS;
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
            return server.residentBytes();
        }
    }

    private static ServerProcess serve(Path home, Path cache, String... where) {
        List<String> command =
                new ArrayList<>(List.of(home.resolve("bin/mayfly").toString(), "serve", "--port", "0"));
        command.addAll(Arrays.asList(where));
        return ServerProcess.startCommand(
                command, Map.of("MAYFLY_CACHE", cache.toString(), "JAVA_HOME", System.getProperty("java.home")));
    }

    private static void askReady(ServerProcess server) {
        try (PlainClient client = PlainClient.connect(server.port())) {
            client.send("GET /ready HTTP/1.1\r\nhost: localhost\r\n\r\n");
            client.receive().expect(200);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static long bytes(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            long sum = 0;
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                sum += Files.size(file);
            }
            return sum;
        }
    }

    private static List<Path> list(Path directory, String glob) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        List<Path> found = new ArrayList<>();
        try (var files = Files.newDirectoryStream(directory, glob)) {
            files.forEach(found::add);
        }
        found.sort(null);
        return found;
    }
}
