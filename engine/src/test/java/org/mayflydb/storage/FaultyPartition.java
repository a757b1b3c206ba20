package org.mayflydb.storage;

import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.FaultyStore.Call;
import org.mayflydb.storage.FaultyStore.CommitFault;

/** One partition of a {@link FaultyStore}. */
final class FaultyPartition implements StorePartition {

    private final FaultyStore store;
    private final UnsyncedChanges unsynced;
    private final int number;
    private final StorePartition inner;

    FaultyPartition(FaultyStore store, UnsyncedChanges unsynced, int number, StorePartition inner) {
        this.store = store;
        this.unsynced = unsynced;
        this.number = number;
        this.inner = inner;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        store.before(Call.GET);
        return inner.get(key);
    }

    @Override
    public ScanPage scan(KeyRange range, Direction direction, int entriesMax, long bytesMax) {
        store.before(Call.SCAN);
        return inner.scan(range, direction, entriesMax, bytesMax);
    }

    @Override
    public KeyPage scanKeys(KeyRange range, int keysMax) {
        store.before(Call.SCAN_KEYS);
        return inner.scanKeys(range, keysMax);
    }

    @Override
    public ReadPoint readPoint() {
        store.before(Call.READ_POINT);
        return new FaultyReadPoint(store, inner.readPoint());
    }

    @Override
    public CommitOutcome commit(Commit commit) {
        CommitFault fault = store.before(Call.COMMIT);
        if (fault == CommitFault.UNKNOWN_NOT_APPLIED) {
            return CommitOutcome.UNKNOWN;
        }
        CommitOutcome outcome = unsynced.committing(number, commit, store::checkRunning);
        return fault == CommitFault.UNKNOWN_APPLIED ? CommitOutcome.UNKNOWN : outcome;
    }

    @Override
    public void deleteRange(KeyRange range) {
        store.before(Call.DELETE_RANGE);
        unsynced.removing(number, range, store::checkRunning, () -> inner.deleteRange(range));
    }

    @Override
    public long approximateBytes(KeyRange range) {
        store.before(Call.APPROXIMATE_BYTES);
        return inner.approximateBytes(range);
    }
}
