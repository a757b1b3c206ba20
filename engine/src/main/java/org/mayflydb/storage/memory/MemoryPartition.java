package org.mayflydb.storage.memory;

import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.StorePartition;

/** The entries of a partition, as seen through one open store. */
final class MemoryPartition implements StorePartition {

    private final MemoryStore store;
    private final MemoryEntries entries;

    MemoryPartition(MemoryStore store, MemoryEntries entries) {
        this.store = store;
        this.entries = entries;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        store.checkOpen();
        byte[] value = entries.find(key);
        return value == null ? null : value.clone();
    }

    @Override
    public ScanPage scan(KeyRange range, Direction direction, int entriesMax, long bytesMax) {
        store.checkOpen();
        checkEntries(entriesMax);
        return entries.scan(range, direction, entriesMax, bytesMax, null);
    }

    static void checkEntries(int entriesMax) {
        if (entriesMax < 1) {
            throw new IllegalArgumentException("a scan of at most " + entriesMax + " entries finds nothing");
        }
    }

    @Override
    public KeyPage scanKeys(KeyRange range, int keysMax) {
        store.checkOpen();
        checkEntries(keysMax);
        return entries.scanKeys(range, keysMax, null);
    }

    @Override
    public ReadPoint readPoint() {
        store.checkOpen();
        return entries.readPoint(store);
    }

    @Override
    public CommitOutcome commit(Commit commit) {
        return entries.apply(store, commit) ? CommitOutcome.APPLIED : CommitOutcome.CONDITION_FAILED;
    }

    @Override
    public void deleteRange(KeyRange range) {
        entries.remove(store, range);
    }

    /** Exact here, at the price of a walk through the range. */
    @Override
    public long approximateBytes(KeyRange range) {
        store.checkOpen();
        return entries.countBytes(range);
    }
}
