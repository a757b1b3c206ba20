package org.mayflydb.bench.server;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.bench.WorkDirectory;
import org.mayflydb.bench.purge.DiskUsage;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Keeps a server under a steady load of items that expire, and sees whether the purge keeps up without anybody noticing:
 * first with the purge switched off, to know what requests take then, and then on a fresh store with it.
 */
@Command(name = "purge-soak", description = "Sees whether the purge keeps up under a steady load.")
public final class PurgeSoak implements Callable<Integer> {
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final String LATE = "mayfly_purge_oldest_expired_seconds ";

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--seconds", description = "How long with the purge (default: 1800).")
    private int seconds = 1800;

    @Option(
            names = "--baseline-seconds",
            description = "How long without the purge; 0 leaves the comparison out (default: 600).")
    private int baselineSeconds = 600;

    @Option(names = "--clients", description = "How many (default: 12).")
    private int clients = 12;

    @Option(names = "--rate", description = "Requests a second of all clients (default: 1250).")
    private int rate = 1250;

    @Option(names = "--late-max", description = "Seconds an expired item may stay, from a sixth on (default: 60).")
    private long lateMax = 60;

    @Option(names = "--growth-max", description = "Disk and memory, last third to the one before (default: 1.05).")
    private double growthMax = 1.05;

    @Option(names = "--throughput-min", description = "To that without the purge (default: 0.95).")
    private double throughputMin = 0.95;

    @Option(names = "--p99-max", description = "To that without the purge (default: 1.3).")
    private double p99Max = 1.3;

    @Mixin
    private ServerOptions options = new ServerOptions();

    /** A server under load. */
    record Subject(int port, Path data, LongSupplier residentBytes) {}

    /** What a run has shown. */
    record Figures(ExpiringLoad.Result load, List<Sample> samples) {}

    /**
     * One look at the server.
     *
     * @param lateSeconds for how long the oldest item that is still stored had been expired
     */
    record Sample(long lateSeconds, long diskBytes, long residentBytes) {}

    private PurgeSoak() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new PurgeSoak()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out =
                Invariant.present(spec, "picocli sets it").commandLine().getOut();
        Path server = options.findJar(out).orElse(null);
        if (server == null) {
            return 2;
        }
        Figures without = baselineSeconds == 0 ? null : run(server, "off", baselineSeconds, out);
        Figures with = run(server, "on", seconds, out);
        boolean good = judge(with, without, out);
        out.flush();
        return good ? 0 : 1;
    }

    private Figures run(Path server, String purge, int duration, PrintWriter out)
            throws IOException, InterruptedException {
        out.printf(Locale.ROOT, "%n%d s with the purge %s%n", duration, purge);
        List<String> arguments = new ArrayList<>(options.jvm());
        try (WorkDirectory directory = options.makeDirectory()) {
            Path data = directory.inner("data");
            arguments.addAll(List.of("-jar", server.toString(), "serve", "--port", "0", "--direct-port", "off"));
            arguments.addAll(List.of("--data", data.toString(), "--purge", purge));
            try (ServerProcess process = ServerProcess.start(arguments)) {
                ExpiringLoad.Plan plan = new ExpiringLoad.Plan(clients, rate, 5, 60, Math.min(60, duration / 10));
                Figures figures = run(new Subject(process.port(), data, process::residentBytes), plan, duration, out);
                out.printf(Locale.ROOT, "processor time of the server: %.1f s%n", process.cpuNanos() / 1e9);
                return figures;
            }
        }
    }

    /** Puts the load on a server that is there, and looks at it thirty times. */
    static Figures run(Subject subject, ExpiringLoad.Plan plan, int seconds, PrintWriter out)
            throws IOException, InterruptedException {
        ExpiringLoad.createContainer(subject.port);
        ExpiringLoad load = new ExpiringLoad(plan);
        List<Sample> samples = new ArrayList<>();
        load.start(subject.port, seconds);
        long start = System.nanoTime();
        int looks = Math.max(30, seconds / 10);
        for (int look = 1; look <= looks && load.failures().isEmpty(); look++) {
            long due = start + seconds * SECOND_NANOS * look / looks;
            for (long now = System.nanoTime(); now < due && load.failures().isEmpty(); now = System.nanoTime()) {
                LockSupport.parkNanos(Math.min(due - now, SECOND_NANOS));
            }
            Sample sample = new Sample(
                    lateSeconds(subject.port), DiskUsage.bytes(subject.data), subject.residentBytes.getAsLong());
            samples.add(sample);
            out.printf(
                    Locale.ROOT,
                    "%5d s  late %4d s  disk %5d MB  memory %5d MB%n",
                    (System.nanoTime() - start) / SECOND_NANOS,
                    sample.lateSeconds,
                    sample.diskBytes >> 20,
                    sample.residentBytes >> 20);
            out.flush();
        }
        ExpiringLoad.Result result = load.finish();
        if (!load.failures().isEmpty()) {
            throw new IllegalStateException("a request failed", load.failures().peek());
        }
        out.printf(
                Locale.ROOT,
                "%.0f requests/s, %.0f creates/s; p50 %.2f ms, p99 %.2f ms, p99.9 %.2f ms; creates p99 %.2f ms%n",
                result.perSecond(),
                result.createsPerSecond(),
                result.all().percentile(0.5),
                result.all().percentile(0.99),
                result.all().percentile(0.999),
                result.creates().percentile(0.99));
        return new Figures(result, samples);
    }

    private static long lateSeconds(int port) throws IOException {
        try (PlainClient client = PlainClient.connect(port)) {
            client.send("GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n");
            return client.receive()
                    .body()
                    .lines()
                    .filter(line -> line.startsWith(LATE))
                    .mapToLong(line -> (long) Double.parseDouble(line.substring(LATE.length())))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private boolean judge(Figures with, @Nullable Figures without, PrintWriter out) {
        List<Sample> samples = with.samples;
        int size = samples.size();
        List<Sample> settled = samples.subList(size / 6, size);
        List<Sample> middle = samples.subList(size / 3, 2 * size / 3);
        List<Sample> last = samples.subList(2 * size / 3, size);
        BoundsReport verdict = new BoundsReport(out);
        out.println();
        verdict.atMost(
                "expired items stored, s",
                (double) settled.stream().mapToLong(Sample::lateSeconds).max().orElse(0),
                (double) lateMax);
        verdict.atMost(
                "disk, last third to the one before",
                mean(last, Sample::diskBytes) / mean(middle, Sample::diskBytes),
                growthMax);
        verdict.atMost(
                "memory, last third to the one before",
                mean(last, Sample::residentBytes) / mean(middle, Sample::residentBytes),
                growthMax);
        if (without != null) {
            verdict.atLeast(
                    "throughput to that without purge",
                    with.load.perSecond() / without.load.perSecond(),
                    throughputMin);
            verdict.atMost(
                    "p99 to that without purge",
                    with.load.all().percentile(0.99) / without.load.all().percentile(0.99),
                    p99Max);
        }
        return verdict.finish();
    }

    private static double mean(List<Sample> samples, ToLongFunction<Sample> bytes) {
        return samples.stream().mapToLong(bytes).average().orElse(0);
    }
}
