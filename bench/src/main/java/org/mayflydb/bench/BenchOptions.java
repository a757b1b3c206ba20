package org.mayflydb.bench;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.rocksdb.RocksOptions;
import picocli.CommandLine.Option;

/** What the benchmarks of the embedded database can all be told. */
final class BenchOptions {
    private static final long MEGABYTE = 1024 * 1024;

    @Option(names = "--items", split = ",", description = "Sizes of containers (default: 10000,1000000).")
    private List<Integer> items = List.of(10_000, 1_000_000);

    @Option(names = "--seconds", description = "How long each side of a measurement works (default: 3).")
    private double seconds = 3;

    @Option(names = "--cache-megabytes", description = "Block cache of each side (default: that of the store).")
    private @Nullable Integer cacheMegabytes;

    @Option(names = "--no-warm-up", description = "Leaves out the run that warms up the compiler.")
    private boolean withoutWarmUp;

    @Option(names = "--directory", description = "Where the databases are made (default: a temporary directory).")
    private @Nullable Path parent;

    /** The sizes of containers to measure. */
    List<Integer> items() {
        return items;
    }

    /** How long each side of a measurement works, about. */
    double seconds() {
        return seconds;
    }

    /** Whether a small container is measured first, for the compiler's sake. */
    boolean warmsUp() {
        return !withoutWarmUp;
    }

    WorkDirectory makeDirectory() {
        return WorkDirectory.make(parent);
    }

    RocksOptions rocksOptions() {
        RocksOptions defaults = RocksOptions.defaults();
        return cacheMegabytes == null
                ? defaults
                : new RocksOptions(cacheMegabytes * MEGABYTE, defaults.memtableBytes());
    }
}
