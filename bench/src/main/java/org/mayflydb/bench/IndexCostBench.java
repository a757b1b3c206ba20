package org.mayflydb.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Database;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.rocksdb.RocksOptions;
import org.mayflydb.storage.rocksdb.RocksStore;

/** What the index adds to a create: a container with the default policy, against one that indexes nothing. */
final class IndexCostBench {
    private static final int RELAXED_PER_SECOND = 10_000;
    private static final int SYNCED_PER_SECOND = 1000;
    private static final String NOTHING = "{\"indexingMode\":\"consistent\",\"excludedPaths\":[{\"path\":\"/*\"}]}";

    private final Path directory;
    private final RocksOptions rocksOptions;
    private final long roundNanos;
    private int nextNumber;

    /** What was written for the items of one container. */
    private static final class Written {
        private long items;
        private long entries;
        private long bytes;

        void add(Commit commit) {
            items++;
            entries += commit.changes().size();
            for (Commit.Change change : commit.changes()) {
                byte[] value = change.value();
                bytes += change.key().length + (value == null ? 0 : value.length);
            }
        }

        String text() {
            return String.format(
                    Locale.ROOT, "%.1f entries of %.0f bytes", (double) entries / items, (double) bytes / items);
        }
    }

    IndexCostBench(Path directory, BenchSettings settings) {
        this.directory = directory;
        this.rocksOptions = settings.rocksOptions();
        this.roundNanos = settings.roundNanos();
    }

    /** Two lines for people. */
    String run(Durability durability) {
        String name = durability.name().toLowerCase(Locale.ROOT);
        WatchedStore store = new WatchedStore(RocksStore.open(directory.resolve(name), rocksOptions));
        try (Mayfly mayfly = Mayfly.builder().durability(durability).open(store)) {
            Database database = mayfly.createDatabase("index");
            ContainerSpec plain = ContainerSpec.named("default").partitionKey(SampleItem.PARTITION_KEY_PATH);
            Container indexed = database.createContainer(plain);
            Container bare = database.createContainer(ContainerSpec.named("nothing")
                    .partitionKey(SampleItem.PARTITION_KEY_PATH)
                    .property("indexingPolicy", NOTHING));
            Map<Integer, Written> written = new HashMap<>();
            store.watch((number, commit) ->
                    written.computeIfAbsent(number, absent -> new Written()).add(commit));
            Measurement measurement = Duel.run(
                    "create indexed, " + name,
                    0,
                    0,
                    () -> creates(indexed, durability),
                    () -> creates(bare, durability));
            List<Integer> partitions = store.partitionNumbers();
            return BenchReport.row(measurement)
                    + String.format(
                            Locale.ROOT,
                            "%n    an item: %s, without index %s; processor time %.1f µs and %.1f µs",
                            present(written, partitions.get(1)),
                            present(written, partitions.get(2)),
                            1e6 / measurement.oursPerCpuSecond(),
                            1e6 / measurement.limitPerCpuSecond());
        }
    }

    private static String present(Map<Integer, Written> written, int partition) {
        return written.getOrDefault(partition, new Written()).text();
    }

    private Round creates(Container container, Durability durability) {
        int perSecond = durability == Durability.RELAXED ? RELAXED_PER_SECOND : SYNCED_PER_SECOND;
        int count = (int) Math.max(1, perSecond * roundNanos / 1_000_000_000L);
        List<byte[]> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(SampleItem.json(nextNumber++));
        }
        return Round.timed(threadIndex -> {
            items.forEach(container::create);
            return count;
        });
    }
}
