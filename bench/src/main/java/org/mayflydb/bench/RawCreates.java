package org.mayflydb.bench;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.memory.MemoryStore;
import org.mayflydb.storage.rocksdb.RocksOptions;

/**
 * The limit of creates that come from many clients: one thread writes what they would, thirty-two items to a batch and
 * each batch synced. A database in memory makes the keys and values beforehand.
 */
public final class RawCreates implements AutoCloseable {
    private static final int ITEMS_PER_BATCH = 32;

    private final RawDatabase raw;
    private final Mayfly mayfly;
    private final Container container;
    private final List<RawCommit> watched = new ArrayList<>();
    private int nextNumber;

    private RawCreates(RawDatabase raw) {
        this.raw = raw;
        WatchedStore store = new WatchedStore(new MemoryStore());
        this.mayfly = Mayfly.builder().open(store);
        this.container = mayfly.createDatabase("limit")
                .createContainer(ContainerSpec.named("limit").partitionKey(SampleItem.PARTITION_KEY_PATH));
        store.watch((number, commit) -> watched.add(RawCommit.of(number, commit)));
    }

    /** A new one, in an empty directory. */
    public static RawCreates open(Path directory) {
        return new RawCreates(RawDatabase.open(directory, RocksOptions.defaults()));
    }

    /** Times new batches until there were as many items. */
    public Round run(int items) {
        for (int i = 0; i < items; i++) {
            container.create(SampleItem.json(nextNumber++));
        }
        List<RawCommit> batches = new ArrayList<>();
        for (int from = 0; from < watched.size(); from += ITEMS_PER_BATCH) {
            batches.add(merged(watched.subList(from, Math.min(watched.size(), from + ITEMS_PER_BATCH))));
        }
        watched.clear();
        return Round.timed(threadIndex -> {
            for (RawCommit batch : batches) {
                raw.write(batch, Durability.SYNCED);
            }
            return items;
        });
    }

    /** A group that is committed together writes the head of the partition once. */
    private static RawCommit merged(List<RawCommit> commits) {
        Map<ByteBuffer, RawCommit.Entry> last = new LinkedHashMap<>();
        for (RawCommit commit : commits) {
            commit.entries().forEach(entry -> last.put(ByteBuffer.wrap(entry.key()), entry));
        }
        return new RawCommit(List.copyOf(last.values()));
    }

    @Override
    public void close() {
        mayfly.close();
        raw.close();
    }
}
