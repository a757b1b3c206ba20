package org.mayflydb.bench.hostile;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.SystemTime;
import org.mayflydb.bench.WorkDirectory;
import org.mayflydb.bench.server.BoundsReport;
import org.mayflydb.bench.server.DirectBench;
import org.mayflydb.bench.server.Latencies;
import org.mayflydb.bench.server.LaunchOptions;
import org.mayflydb.bench.server.ServerProcess;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Attacks a server while well-behaved clients work, and exits with 1 if these notice more than they may. */
@Command(name = "hostile", description = "Attacks a server while well-behaved clients work.")
public final class HostileSoak implements Callable<Integer> {
    private static final int LOG_LINES_MAX = 30;
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long SETTLE_NANOS = SECOND_NANOS;
    private static final double THROTTLED_SHARE_MAX = 0.001;
    private static final int CALM_SECONDS_MAX = 90;

    /** Shorter runs end before the server gives up a connection that is held. */
    private static final int HELD_SECONDS_MIN = 180;

    /** The number of compiler and collector threads does not depend on the load. */
    private static final List<String> COUNTABLE_THREADS =
            List.of("-XX:-UseDynamicNumberOfCompilerThreads", "-XX:-UseDynamicNumberOfGCThreads");

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--minutes", description = "How long the attacks last (default: 60).")
    private double minutes = 60;

    @Option(names = "--warm-up-seconds", description = "Load and one round of attacks before anything counts (180).")
    private int warmUpSeconds = 180;

    @Option(names = "--baseline-seconds", description = "How long only well-behaved clients are measured (300).")
    private int baselineSeconds = 300;

    @Option(names = "--memory-megabytes", description = "The server's memory setting (default: 640).")
    private int memoryMegabytes = 640;

    @Option(names = "--p99-max", description = "p99 of each operation, to the baseline (default: 3).")
    private double p99Max = 3;

    @Option(
            names = "--growth-max",
            description = "Memory, last sixth of the attacks to the one before (default: 1.05).")
    private double growthMax = 1.05;

    @Option(names = "--only", description = "Only attacks whose name contains this text (default: all).")
    private String only = "";

    @Option(names = "--seed", description = "What the clients' choices come from (default: 1).")
    private long seed = 1;

    @Mixin
    private LaunchOptions options = new LaunchOptions();

    private final InstantSource clock = SystemTime.source();

    private HostileSoak() {}

    public static void main(String[] arguments) {
        System.exit(run(new PrintWriter(System.out, true, StandardCharsets.UTF_8), arguments));
    }

    static int run(PrintWriter out, String... arguments) {
        return new CommandLine(new HostileSoak()).setOut(out).execute(arguments);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out =
                Invariant.present(spec, "picocli sets it").commandLine().getOut();
        LaunchOptions.Launch launch = options.find(out, COUNTABLE_THREADS).orElse(null);
        if (launch == null) {
            return 2;
        }
        try (WorkDirectory directory = options.makeDirectory()) {
            Path data = directory.inner("data");
            Path log = directory.path().resolve("log");
            int directPort = DirectBench.freePort();
            try (ServerProcess server = ServerProcess.startLogged(
                    launch.arguments(memoryMegabytes, data, List.of("--direct-port", Integer.toString(directPort))),
                    Map.of("MALLOC_ARENA_MAX", "2"),
                    log)) {
                boolean passed = soak(server, directPort, data, out);
                if (!server.isAlive()) {
                    out.println("The server ended with status " + server.exitCode() + ". The end of its log:");
                    lastLines(log).forEach(out::println);
                }
                return passed ? 0 : 1;
            }
        }
    }

    private static List<String> lastLines(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return lines.subList(Math.max(0, lines.size() - LOG_LINES_MAX), lines.size());
    }

    private boolean soak(ServerProcess server, int directPort, Path data, PrintWriter out)
            throws IOException, InterruptedException {
        Target.prepare(server.port(), clock);
        out.printf(Locale.ROOT, "warm-up for %d s, with every attack that ends by itself%n", warmUpSeconds);
        PoliteLoad warmUp = new PoliteLoad(server.port(), directPort, clock, seed);
        warmUp.start();
        AttackRun rehearsal = new AttackRun(server.port(), directPort, clock, only, seed);
        rehearsal.once(Attack.Pace.CHEAP);
        rehearsal.once(Attack.Pace.COSTLY);
        pause(warmUpSeconds * SECOND_NANOS);
        warmUp.stop();
        Footprint before = Footprint.of(server, data, CALM_SECONDS_MAX);

        out.printf(Locale.ROOT, "baseline for %d s%n", baselineSeconds);
        out.flush();
        PoliteLoad load = new PoliteLoad(server.port(), directPort, clock, seed + 100);
        load.start();
        pause(SETTLE_NANOS);
        load.take();
        pause(baselineSeconds * SECOND_NANOS);
        Map<String, Latencies> baseline = load.take();

        AttackRun attacks = new AttackRun(server.port(), directPort, clock, only, seed + 200);
        attacks.start();
        List<Long> memory = watch(server, out);
        Map<String, Latencies> attacked = load.take();
        attacks.stop();
        load.stop();
        Footprint after = server.isAlive() ? Footprint.of(server, data, CALM_SECONDS_MAX) : before;

        out.printf(Locale.ROOT, "%n%-42s %7s  %s%n", "attack", "count", "what the server did");
        attacks.print(out);
        out.println();
        load.failures().forEach(failure -> out.println("FAILED: " + shortened(failure)));
        out.println("threads since warm-up: " + after.threadsSince(before));
        return judge(
                new Result(server, load, attacks, before, after, memory, baseline, attacked), new BoundsReport(out));
    }

    /** Everything a run has shown. */
    private record Result(
            ServerProcess server,
            PoliteLoad load,
            AttackRun attacks,
            Footprint before,
            Footprint after,
            List<Long> memory,
            Map<String, Latencies> baseline,
            Map<String, Latencies> attacked) {}

    private boolean judge(Result result, BoundsReport verdict) {
        result.baseline.forEach((operation, usual) -> {
            Latencies now = result.attacked.getOrDefault(operation, new Latencies());
            verdict.atMost(
                    String.format(
                            Locale.ROOT,
                            "p99 %s, %.2f ms of %d / %.2f ms",
                            operation,
                            now.percentile(0.99),
                            now.total(),
                            usual.percentile(0.99)),
                    now.total() == 0 ? Double.POSITIVE_INFINITY : now.percentile(0.99) / usual.percentile(0.99),
                    p99Max);
        });
        int size = result.memory.size();
        double last = mean(result.memory.subList(5 * size / 6, size));
        verdict.equal("wrong responses to well-behaved clients", result.load.failureCount(), 0);
        verdict.atMost(
                "share of 429 to well-behaved clients",
                (double) result.load.throttled()
                        / result.attacked.values().stream()
                                .mapToLong(Latencies::total)
                                .sum(),
                THROTTLED_SHARE_MAX);
        verdict.equal("attacks that ended as they must not", result.attacks.unexpected(), 0);
        verdict.equal(
                "attacks never seen to happen",
                (double) result.attacks.neverProven(
                        minutes * 60 >= HELD_SECONDS_MIN
                                ? EnumSet.allOf(Attack.Pace.class)
                                : EnumSet.of(Attack.Pace.CHEAP)),
                0);
        verdict.equal("restarts", result.server.isAlive() ? 0 : 1, 0);
        verdict.atMost(
                "memory, last sixth to the one before",
                last / mean(result.memory.subList(4 * size / 6, 5 * size / 6)),
                growthMax);
        verdict.atMost("memory of the last sixth, MB", last, memoryMegabytes);
        verdict.equal("threads", result.after.threadCount(), result.before.threadCount());
        verdict.equal("handles without the store's files", result.after.handles(), result.before.handles());
        return verdict.finish();
    }

    /** Megabytes of the server, sampled evenly until the end. */
    private List<Long> watch(ServerProcess server, PrintWriter out) {
        List<Long> megabytes = new ArrayList<>();
        long seconds = Math.max(6, Math.round(minutes * 60));
        long start = System.nanoTime();
        for (long second = 1; second <= seconds && server.isAlive(); second++) {
            pause(start + second * SECOND_NANOS - System.nanoTime());
            long resident = server.isAlive() ? server.residentBytes() >> 20 : 0;
            megabytes.add(resident);
            if (second % 60 == 0) {
                out.printf(
                        Locale.ROOT,
                        "%4d min  %5d MB  %3d threads  %4d sockets  CPU %.1f s%n",
                        second / 60,
                        resident,
                        server.threads().values().stream()
                                .mapToInt(Integer::intValue)
                                .sum(),
                        server.openSockets(),
                        server.cpuNanos() / 1e9);
                out.flush();
            }
        }
        return megabytes;
    }

    private static double mean(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).average().orElse(Double.POSITIVE_INFINITY);
    }

    private static String shortened(String text) {
        return text.length() < 1000 ? text : text.substring(0, 1000) + "…";
    }

    private static void pause(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
