package org.mayflydb.bench.purge;

import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.bench.WorkDirectory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures what the purge of an item costs where few and where very many expire, at the beginning and at the end. */
@Command(name = "purge-growth", description = "Compares the cost of a purged item among few and among many.")
public final class PurgeGrowth implements Callable<Integer> {
    private static final int STEP_ITEMS = 100;
    private static final int WARM_UP_ITEMS = 20_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--expiring", split = ",", description = "How many items expire (default: 10000,100000,1000000).")
    private List<Integer> sizes = List.of(10_000, 100_000, 1_000_000);

    @Option(names = "--no-warm-up", description = "Leaves out the purge that warms up the compiler.")
    private boolean withoutWarmUp;

    @Option(names = "--directory", description = "Where the databases are made (default: a temporary directory).")
    private @Nullable Path parent;

    private PurgeGrowth() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new PurgeGrowth());
    }

    /** What a number of purged items took, of time and of the thread's processor time. */
    private record Cost(int items, long wallNanos, long cpuNanos) {
        double wallMicros() {
            return wallNanos / 1e3 / items;
        }

        double cpuMicros() {
            return cpuNanos / 1e3 / items;
        }
    }

    @Override
    public Integer call() {
        PrintWriter out =
                Invariant.present(spec, "picocli sets it").commandLine().getOut();
        try (WorkDirectory directory = WorkDirectory.make(parent)) {
            if (!withoutWarmUp) {
                measure(directory.inner("warm-up"), WARM_UP_ITEMS);
            }
            out.printf("microseconds an item, in brackets of processor time%n");
            out.printf("%10s %16s %16s %16s%n", "expiring", "all", "first tenth", "last tenth");
            for (int size : sizes) {
                List<Cost> costs = measure(directory.inner("items-" + size), size);
                out.printf(
                        Locale.ROOT,
                        "%10d %16s %16s %16s%n",
                        size,
                        text(costs.get(0)),
                        text(costs.get(1)),
                        text(costs.get(2)));
                out.flush();
            }
        }
        return 0;
    }

    private static String text(Cost cost) {
        return String.format(Locale.ROOT, "%.1f (%.1f)", cost.wallMicros(), cost.cpuMicros());
    }

    /** The cost of all, of the first tenth, and of the last. */
    private static List<Cost> measure(Path directory, int expiring) {
        try (Hoard hoard = Hoard.fill(directory, 0, expiring, false)) {
            hoard.expire();
            Cost first = purge(hoard, expiring / 10);
            Cost middle = purge(hoard, expiring - 2 * (expiring / 10));
            Cost last = purge(hoard, expiring / 10);
            Cost all = new Cost(
                    expiring,
                    first.wallNanos + middle.wallNanos + last.wallNanos,
                    first.cpuNanos + middle.cpuNanos + last.cpuNanos);
            return List.of(all, first, last);
        }
    }

    private static Cost purge(Hoard hoard, int items) {
        long cpu = THREADS.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        int purged = 0;
        while (purged < items) {
            int step = hoard.container()
                    .purge(Math.min(STEP_ITEMS, items - purged))
                    .items();
            Invariant.check(step > 0, "there are enough expired items");
            purged += step;
        }
        return new Cost(items, System.nanoTime() - start, THREADS.getCurrentThreadCpuTime() - cpu);
    }
}
