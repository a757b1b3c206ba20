package org.mayflydb.storage.rocksdb;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyCount;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;
import org.rocksdb.ReadOptions;
import org.rocksdb.Snapshot;

/** The keys of one partition as they were at a snapshot. */
final class RocksReadPoint implements ReadPoint {
    private final RocksReads.Taken taken;
    private final RocksReads reads;

    private RocksReadPoint(RocksReads.Taken taken, RocksReads reads) {
        this.taken = taken;
        this.reads = reads;
    }

    static RocksReadPoint open(RocksStore store, PartitionKeys keys) {
        RocksHandle handle = store.enter();
        try {
            Snapshot snapshot = handle.snapshots().take();
            RocksReads.Taken taken = new RocksReads.Taken(handle, snapshot, new ReadOptions().setSnapshot(snapshot));
            return new RocksReadPoint(taken, new RocksReads(store, keys, taken));
        } finally {
            handle.leave();
        }
    }

    @Override
    public byte @Nullable [] get(Space space, byte[] key) {
        return reads.get(space, key);
    }

    @Override
    public List<byte @Nullable []> getAll(Space space, List<byte[]> wanted) {
        return reads.getAll(space, wanted);
    }

    @Override
    public ScanPage scan(Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax) {
        return reads.scan(space, range, direction, entriesMax, bytesMax);
    }

    @Override
    public KeyPage scanKeys(Space space, KeyRange range, int keysMax) {
        return reads.scanKeys(space, range, keysMax);
    }

    @Override
    public KeyCount countKeys(Space space, KeyRange range, int keysMax) {
        return reads.countKeys(space, range, keysMax);
    }

    @Override
    public void close() {
        taken.options().close();
        taken.handle().snapshots().release(taken.snapshot());
    }
}
