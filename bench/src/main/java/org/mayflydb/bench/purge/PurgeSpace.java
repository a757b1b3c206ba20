package org.mayflydb.bench.purge;

import java.io.PrintWriter;
import java.nio.file.Path;
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

/** Measures how long the space of expired items takes to come back, without anybody asking for it. */
@Command(name = "purge-space", description = "Watches the files shrink after many items have expired.")
public final class PurgeSpace implements Callable<Integer> {
    private static final double EXCESS_MAX = 0.10;
    private static final double MEGABYTE = 1e6;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--expiring", description = "How many items expire (default: 1000000).")
    private int expiring = 1_000_000;

    @Option(names = "--staying", description = "How many stay (default: 100000).")
    private int staying = 100_000;

    @Option(names = "--patience-seconds", description = "How long to watch after the purge (default: 600).")
    private int patienceSeconds = 600;

    @Option(names = "--directory", description = "Where the databases are made (default: a temporary directory).")
    private @Nullable Path parent;

    private PurgeSpace() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new PurgeSpace());
    }

    @Override
    public Integer call() {
        PrintWriter out =
                Invariant.present(spec, "picocli sets it").commandLine().getOut();
        try (WorkDirectory directory = WorkDirectory.make(parent)) {
            Path never = directory.inner("never");
            Hoard.fill(never, staying, 0, true).close();
            return watch(directory.inner("held"), DiskUsage.bytes(never), out) ? 0 : 1;
        }
    }

    /** Returns true if the space was reclaimed in time. */
    private boolean watch(Path directory, long neverBytes, PrintWriter out) {
        try (Hoard hoard = Hoard.fill(directory, staying, expiring, true)) {
            print(out, "%d items that stay, alone and closed: %.1f MB%n", staying, neverBytes / MEGABYTE);
            print(out, "with %d more: %.1f MB%n", expiring, DiskUsage.bytes(directory) / MEGABYTE);
            print(out, "%8s %10s %10s %8s%n", "seconds", "purged", "MB", "ratio");
            hoard.expire();
            long start = System.nanoTime();
            long purgedAt = 0;
            for (int second = 1; ; second++) {
                LockSupport.parkNanos(start + TimeUnit.SECONDS.toNanos(second) - System.nanoTime());
                long purged = hoard.purged();
                double ratio = (double) DiskUsage.bytes(directory) / neverBytes;
                boolean back = purged == expiring && ratio <= 1 + EXCESS_MAX;
                if (purged == expiring && purgedAt == 0) {
                    purgedAt = second;
                }
                if (second % 10 == 0 || back || purgedAt == second) {
                    print(out, "%8d %10d %10.1f %8.2f%n", second, purged, ratio * neverBytes / MEGABYTE, ratio);
                }
                if (back) {
                    print(
                            out,
                            "within %.0f %% after %d s, of which the purge took %d%n",
                            100 * EXCESS_MAX,
                            second,
                            purgedAt);
                    return true;
                }
                if (purgedAt > 0 && second >= purgedAt + patienceSeconds) {
                    print(out, "not within %.0f %% in %d s after the purge%n", 100 * EXCESS_MAX, patienceSeconds);
                    return false;
                }
            }
        }
    }

    private static void print(PrintWriter out, String format, Object... arguments) {
        out.printf(Locale.ROOT, format, arguments);
        out.flush();
    }
}
