package org.mayflydb.storage.rocksdb;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyCount;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.StoreReads;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/** Reads the keys of one partition, as they are now or as they were at a snapshot. */
final class RocksReads implements StoreReads {
    private final RocksStore store;
    private final PartitionKeys keys;
    private final @Nullable Taken taken;

    /**
     * A snapshot, and the only database that knows it.
     *
     * @param options with that snapshot, kept because making them costs as much as a read
     */
    record Taken(RocksHandle handle, Snapshot snapshot, ReadOptions options) {}

    /** Reads what is there now. */
    RocksReads(RocksStore store, PartitionKeys keys) {
        this(store, keys, null);
    }

    /** Reads what was there at the snapshot. */
    RocksReads(RocksStore store, PartitionKeys keys, @Nullable Taken taken) {
        this.store = store;
        this.keys = keys;
        this.taken = taken;
    }

    private RocksHandle enter() {
        if (taken == null) {
            return store.enter();
        }
        taken.handle.guard().enter();
        return taken.handle;
    }

    @Override
    public byte @Nullable [] get(Space space, byte[] key) {
        RocksHandle handle = enter();
        try {
            ColumnFamilyHandle family = handle.families().get(space);
            if (family == null) {
                return null;
            }
            byte[] stored = keys.stored(key);
            return taken == null
                    ? handle.database().get(family, stored)
                    : handle.database().get(family, taken.options, stored);
        } catch (RocksDBException failure) {
            throw RocksFailures.calling(store.location(), failure);
        } finally {
            handle.leave();
        }
    }

    @Override
    public List<byte @Nullable []> getAll(Space space, List<byte[]> wanted) {
        RocksHandle handle = enter();
        try {
            ColumnFamilyHandle family = handle.families().get(space);
            if (family == null || wanted.isEmpty()) {
                return Collections.nCopies(wanted.size(), null);
            }
            List<byte[]> stored = new ArrayList<>(wanted.size());
            wanted.forEach(key -> stored.add(keys.stored(key)));
            List<ColumnFamilyHandle> families = Collections.nCopies(wanted.size(), family);
            return taken == null
                    ? handle.database().multiGetAsList(families, stored)
                    : handle.database().multiGetAsList(taken.options, families, stored);
        } catch (RocksDBException failure) {
            throw RocksFailures.calling(store.location(), failure);
        } finally {
            handle.leave();
        }
    }

    @Override
    public ScanPage scan(Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax) {
        if (entriesMax < 1) {
            throw new IllegalArgumentException("a scan of at most " + entriesMax + " entries finds nothing");
        }
        RocksHandle handle = enter();
        try {
            ColumnFamilyHandle family = handle.families().get(space);
            return family == null || range.isEmpty()
                    ? new ScanPage(List.of(), true)
                    : iterate(
                            handle,
                            family,
                            range,
                            direction,
                            (entries, forward) -> entries.page(forward, entriesMax, bytesMax));
        } catch (RocksDBException failure) {
            throw RocksFailures.calling(store.location(), failure);
        } finally {
            handle.leave();
        }
    }

    @Override
    public KeyPage scanKeys(Space space, KeyRange range, int keysMax) {
        if (keysMax < 1) {
            throw new IllegalArgumentException("a scan of at most " + keysMax + " keys finds nothing");
        }
        RocksHandle handle = enter();
        try {
            ColumnFamilyHandle family = handle.families().get(space);
            return family == null || range.isEmpty()
                    ? new KeyPage(List.of(), true)
                    : iterate(handle, family, range, Direction.FORWARD, (entries, forward) -> entries.keys(keysMax));
        } catch (RocksDBException failure) {
            throw RocksFailures.calling(store.location(), failure);
        } finally {
            handle.leave();
        }
    }

    @Override
    public KeyCount countKeys(Space space, KeyRange range, int keysMax) {
        if (keysMax < 1) {
            throw new IllegalArgumentException("a count of at most " + keysMax + " keys finds nothing");
        }
        RocksHandle handle = enter();
        try {
            ColumnFamilyHandle family = handle.families().get(space);
            return family == null || range.isEmpty()
                    ? new KeyCount(0, null)
                    : iterate(handle, family, range, Direction.FORWARD, (entries, forward) -> entries.count(keysMax));
        } catch (RocksDBException failure) {
            throw RocksFailures.calling(store.location(), failure);
        } finally {
            handle.leave();
        }
    }

    /** Reads from an iterator that stands on its first entry. */
    @FunctionalInterface
    private interface Reading<T> {
        T read(RocksEntries entries, boolean forward) throws RocksDBException;
    }

    /** The bounds keep the iterator from walking through deleted entries beyond the range. */
    private <T> T iterate(
            RocksHandle handle, ColumnFamilyHandle family, KeyRange range, Direction direction, Reading<T> reading)
            throws RocksDBException {
        try (Slice lower = new Slice(keys.lower(range));
                Slice upper = new Slice(keys.upper(range));
                ReadOptions bounds = new ReadOptions()
                        .setTotalOrderSeek(true)
                        .setIterateLowerBound(lower)
                        .setIterateUpperBound(upper)
                        .setSnapshot(taken == null ? null : taken.snapshot);
                RocksIterator iterator = handle.database().newIterator(family, bounds)) {
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
