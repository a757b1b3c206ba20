package org.mayflydb.storage.rocksdb;

import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.rocksdb.ReadOptions;
import org.rocksdb.Snapshot;

/** The keys of one partition as they were at a snapshot. */
final class RocksReadPoint implements ReadPoint {
    private final RocksStore store;
    private final Snapshot snapshot;
    private final ReadOptions options;
    private final RocksReads reads;

    private RocksReadPoint(RocksStore store, Snapshot snapshot, PartitionKeys keys) {
        this.store = store;
        this.snapshot = snapshot;
        this.options = new ReadOptions().setSnapshot(snapshot);
        this.reads = new RocksReads(store, keys, snapshot, options);
    }

    static RocksReadPoint open(RocksStore store, PartitionKeys keys) {
        return new RocksReadPoint(store, store.snapshots().take(), keys);
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        return reads.get(key);
    }

    @Override
    public ScanPage scan(KeyRange range, Direction direction, int entriesMax, long bytesMax) {
        return reads.scan(range, direction, entriesMax, bytesMax);
    }

    @Override
    public KeyPage scanKeys(KeyRange range, int keysMax) {
        return reads.scanKeys(range, keysMax);
    }

    @Override
    public void close() {
        options.close();
        store.snapshots().release(snapshot);
    }
}
