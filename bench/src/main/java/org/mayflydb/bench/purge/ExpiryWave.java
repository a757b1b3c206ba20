package org.mayflydb.bench.purge;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.bench.WorkDirectory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lets very many items expire in the same second under a steady load, and draws what readers notice of the purge. */
@Command(name = "expiry-wave", description = "Measures reads while very many items expire at once and are purged.")
public final class ExpiryWave implements Callable<Integer> {
    private static final double AIM = 1.5;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--expiring", description = "How many items expire (default: 1000000).")
    private int expiring = 1_000_000;

    @Option(names = "--staying", description = "How many stay (default: 100000).")
    private int staying = 100_000;

    @Option(names = "--reads", description = "Reads a second (default: 100).")
    private int readsPerSecond = 100;

    @Option(names = "--writes", description = "Writes a second (default: 30).")
    private int writesPerSecond = 30;

    @Option(names = "--before-seconds", description = "How long to measure before (default: 60).")
    private int beforeSeconds = 60;

    @Option(names = "--after-seconds", description = "How long to measure after the purge (default: 60).")
    private int afterSeconds = 60;

    @Option(names = "--purge-seconds-max", description = "How long to wait for the purge (default: 1200).")
    private int purgeSecondsMax = 1200;

    @Option(names = "--picture", description = "Where to draw it (default: nowhere).")
    private @Nullable Path picture;

    @Option(names = "--directory", description = "Where the database is made (default: a temporary directory).")
    private @Nullable Path parent;

    private ExpiryWave() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new ExpiryWave());
    }

    /** What was seen at the end of a second. */
    private record Sight(long purged, long diskBytes) {}

    @Override
    public Integer call() {
        PrintWriter out =
                Invariant.present(spec, "picocli sets it").commandLine().getOut();
        try (WorkDirectory directory = WorkDirectory.make(parent);
                Hoard hoard = Hoard.fill(directory.inner("wave"), staying, expiring, true)) {
            return run(hoard, directory.inner("wave"), out) ? 0 : 1;
        }
    }

    /** Returns true if every response was correct. */
    private boolean run(Hoard hoard, Path directory, PrintWriter out) {
        SteadyLoad load = new SteadyLoad(hoard, readsPerSecond, writesPerSecond);
        List<Sight> sights = new ArrayList<>();
        long start = System.nanoTime();
        load.start();
        while (load.second() < beforeSeconds) {
            look(start, sights, hoard, directory);
        }
        load.expire();
        int expired = load.second();
        while (hoard.purged() < expiring && load.second() < expired + purgeSecondsMax) {
            look(start, sights, hoard, directory);
        }
        int purged = load.second();
        while (load.second() < purged + afterSeconds) {
            look(start, sights, hoard, directory);
        }
        load.stop();
        print(out, load, sights, expired, purged);
        if (picture != null) {
            draw(picture, load, sights, expired, purged);
        }
        return load.wrong() == 0;
    }

    private static void look(long start, List<Sight> sights, Hoard hoard, Path directory) {
        long next = start + TimeUnit.SECONDS.toNanos(sights.size() + 1);
        while (System.nanoTime() < next) {
            LockSupport.parkNanos(next - System.nanoTime());
        }
        sights.add(new Sight(hoard.purged(), DiskUsage.bytes(directory)));
    }

    private void print(PrintWriter out, SteadyLoad load, List<Sight> sights, int expired, int purged) {
        Sight last = sights.get(sights.size() - 1);
        out.printf(
                Locale.ROOT,
                "%d answers, %d wrong; %d of %d purged in %d s; %.0f MB before, %.0f MB at the end%n",
                load.answers(),
                load.wrong(),
                last.purged,
                expiring,
                purged - expired,
                sights.get(expired - 1).diskBytes / 1e6,
                last.diskBytes / 1e6);
        out.printf(Locale.ROOT, "counts of all items took at most %.2f s%n", load.longestCountSeconds());
        printPhases(out, "the call itself", load.reads(), expired, purged);
        printPhases(out, "from the time planned", load.readsFromSchedule(), expired, purged);
        out.flush();
    }

    private void printPhases(PrintWriter out, String what, LatencySeries reads, int expired, int purged) {
        double before = reads.quantile(0.99, 0, expired);
        double during = reads.quantile(0.99, expired, purged);
        out.printf(
                Locale.ROOT,
                "reads, %-22s p50 %.0f, %.0f, %.0f us; p99 %.0f, %.0f, %.0f us before, during and after: %.2f times, aim %.1f%n",
                what,
                reads.quantile(0.5, 0, expired),
                reads.quantile(0.5, expired, purged),
                reads.quantile(0.5, purged, reads.size()),
                before,
                during,
                reads.quantile(0.99, purged, reads.size()),
                during / before,
                AIM);
    }

    private void draw(Path file, SteadyLoad load, List<Sight> sights, int expired, int purged) {
        LineChart chart = new LineChart(
                        String.format(
                                Locale.ROOT,
                                "%,d items expire in one second, %,d stay; %d reads and %d writes a second",
                                expiring,
                                staying,
                                readsPerSecond,
                                writesPerSecond),
                        List.of(new LineChart.Mark("expired", expired), new LineChart.Mark("purged", purged)))
                .panel(
                        "reads, microseconds",
                        true,
                        new LineChart.Line("p50", load.reads().quantiles(0.5)),
                        new LineChart.Line("p99", load.reads().quantiles(0.99)))
                .panel(
                        "items purged, thousands",
                        false,
                        new LineChart.Line(
                                "purged",
                                sights.stream()
                                        .mapToDouble(each -> each.purged / 1e3)
                                        .toArray()))
                .panel(
                        "files, megabytes",
                        false,
                        new LineChart.Line(
                                "files",
                                sights.stream()
                                        .mapToDouble(each -> each.diskBytes / 1e6)
                                        .toArray()));
        try {
            Path parentOfFile = file.toAbsolutePath().getParent();
            if (parentOfFile != null) {
                Files.createDirectories(parentOfFile);
            }
            Files.writeString(file, chart.toSvg());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
