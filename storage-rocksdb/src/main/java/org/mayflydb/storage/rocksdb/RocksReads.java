package org.mayflydb.storage.rocksdb;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.StoreReads;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/** Reads the keys of one partition, as they are now or as they were at a snapshot. */
final class RocksReads implements StoreReads {
    private final RocksStore store;
    private final RocksDB database;
    private final CloseGuard guard;
    private final PartitionKeys keys;
    private final @Nullable Snapshot snapshot;
    private final @Nullable ReadOptions atSnapshot;

    /** Reads what is there now. */
    RocksReads(RocksStore store, PartitionKeys keys) {
        this(store, keys, null, null);
    }

    /**
     * Reads what was there at the snapshot.
     *
     * @param atSnapshot options with that snapshot, kept by the caller because making them costs as much as a read
     */
    RocksReads(RocksStore store, PartitionKeys keys, @Nullable Snapshot snapshot, @Nullable ReadOptions atSnapshot) {
        this.store = store;
        this.database = store.database();
        this.guard = store.guard();
        this.keys = keys;
        this.snapshot = snapshot;
        this.atSnapshot = atSnapshot;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        int call = guard.enter();
        try {
            byte[] stored = keys.stored(key);
            return atSnapshot == null ? database.get(stored) : database.get(atSnapshot, stored);
        } catch (RocksDBException failure) {
            throw RocksFailures.calling(store.location(), failure);
        } finally {
            guard.leave(call);
        }
    }

    @Override
    public ScanPage scan(KeyRange range, Direction direction, int entriesMax, long bytesMax) {
        if (entriesMax < 1) {
            throw new IllegalArgumentException("a scan of at most " + entriesMax + " entries finds nothing");
        }
        int call = guard.enter();
        try {
            return range.isEmpty()
                    ? new ScanPage(List.of(), true)
                    : iterate(range, direction, (entries, forward) -> entries.page(forward, entriesMax, bytesMax));
        } catch (RocksDBException failure) {
            throw RocksFailures.calling(store.location(), failure);
        } finally {
            guard.leave(call);
        }
    }

    @Override
    public KeyPage scanKeys(KeyRange range, int keysMax) {
        if (keysMax < 1) {
            throw new IllegalArgumentException("a scan of at most " + keysMax + " keys finds nothing");
        }
        int call = guard.enter();
        try {
            return range.isEmpty()
                    ? new KeyPage(List.of(), true)
                    : iterate(range, Direction.FORWARD, (entries, forward) -> entries.keys(keysMax));
        } catch (RocksDBException failure) {
            throw RocksFailures.calling(store.location(), failure);
        } finally {
            guard.leave(call);
        }
    }

    /** Reads from an iterator that stands on its first entry. */
    @FunctionalInterface
    private interface Reading<T> {
        T read(RocksEntries entries, boolean forward) throws RocksDBException;
    }

    /** The bounds keep the iterator from walking through deleted entries beyond the range. */
    private <T> T iterate(KeyRange range, Direction direction, Reading<T> reading) throws RocksDBException {
        try (Slice lower = new Slice(keys.lower(range));
                Slice upper = new Slice(keys.upper(range));
                ReadOptions bounds = new ReadOptions()
                        .setTotalOrderSeek(true)
                        .setIterateLowerBound(lower)
                        .setIterateUpperBound(upper)
                        .setSnapshot(snapshot);
                RocksIterator iterator = database.newIterator(bounds)) {
            boolean forward = direction == Direction.FORWARD;
            if (forward) {
                iterator.seekToFirst();
            } else {
                iterator.seekToLast();
            }
            return reading.read(new RocksEntries(iterator), forward);
        }
    }
}
