package org.mayflydb.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.storage.rocksdb.RocksOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures the embedded database beside bare RocksDB and prints ratios. */
@Command(name = "engine-bench", description = "Measures the embedded database beside bare RocksDB.")
public final class EngineBench implements Callable<Integer> {
    private static final long MEGABYTE = 1024 * 1024;
    private static final int WARM_UP_ITEMS = 5000;
    private static final double WARM_UP_SECONDS = 1;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--items", split = ",", description = "Sizes of containers (default: 10000,1000000).")
    private List<Integer> items = List.of(10_000, 1_000_000);

    @Option(names = "--seconds", description = "How long each side of a measurement works (default: 3).")
    private double seconds = 3;

    @Option(names = "--only", split = ",", description = "What to measure: ${COMPLETION-CANDIDATES} (default: all).")
    private Set<BenchSettings.Subject> subjects = EnumSet.allOf(BenchSettings.Subject.class);

    @Option(names = "--purged", description = "Expired items per round of a purge, in hundreds (default: 10).")
    private int purgedHundreds = 10;

    @Option(names = "--cache-megabytes", description = "Block cache of each side (default: that of the store).")
    private @Nullable Integer cacheMegabytes;

    @Option(names = "--no-warm-up", description = "Leaves out the run that warms up the compiler.")
    private boolean withoutWarmUp;

    @Option(names = "--directory", description = "Where the databases are made (default: a temporary directory).")
    private @Nullable Path parent;

    private EngineBench() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new EngineBench()).setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter out =
                Invariant.present(spec, "picocli sets it").commandLine().getOut();
        Path directory = parent == null
                ? Files.createTempDirectory("mayfly-bench")
                : Files.createTempDirectory(Files.createDirectories(parent), "mayfly-bench");
        try {
            run(out, directory);
            return 0;
        } finally {
            remove(directory);
        }
    }

    private void run(PrintWriter out, Path directory) throws IOException {
        BenchSettings settings = new BenchSettings(items, seconds, subjects, purgedHundreds * 100, rocksOptions());
        if (!withoutWarmUp) {
            BenchSettings brief = settings.withSeconds(WARM_UP_SECONDS);
            measure(brief, WARM_UP_ITEMS, directory.resolve("warm-up"), out, false);
        }
        List<BenchRun.Result> results = new ArrayList<>();
        out.println(Report.header());
        for (int size : settings.items()) {
            results.add(measure(settings, size, directory.resolve("items-" + size), out, true));
        }
        out.println();
        results.forEach(result -> out.print(Report.ttlChange(result)));
        if (results.size() > 1) {
            out.println();
            out.print(Report.growth(results));
        }
        out.flush();
    }

    private RocksOptions rocksOptions() {
        RocksOptions defaults = RocksOptions.defaults();
        return cacheMegabytes == null
                ? defaults
                : new RocksOptions(cacheMegabytes * MEGABYTE, defaults.memtableBytes());
    }

    private static BenchRun.Result measure(
            BenchSettings settings, int size, Path directory, PrintWriter out, boolean show) throws IOException {
        Files.createDirectories(directory);
        try {
            return BenchRun.run(settings, size, directory, measurement -> {
                if (show) {
                    out.println(Report.row(measurement));
                    out.flush();
                }
            });
        } finally {
            remove(directory);
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            });
        }
    }
}
