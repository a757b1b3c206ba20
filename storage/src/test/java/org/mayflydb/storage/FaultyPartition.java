package org.mayflydb.storage;

import java.util.List;
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
    public byte @Nullable [] get(Space space, byte[] key) {
        store.before(Call.GET);
        return inner.get(space, key);
    }

    @Override
    public ScanPage scan(Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax) {
        store.before(Call.SCAN);
        return inner.scan(space, range, direction, entriesMax, bytesMax);
    }

    @Override
    public KeyPage scanKeys(Space space, KeyRange range, int keysMax) {
        store.before(Call.SCAN_KEYS);
        return inner.scanKeys(space, range, keysMax);
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

    /** Faults strike it as they do a commit, the crash of which undoes the entries too if the record is relaxed. */
    @Override
    public CommitOutcome ingest(DerivedSet set) {
        CommitFault fault = store.before(Call.INGEST);
        if (fault == CommitFault.UNKNOWN_NOT_APPLIED) {
            return CommitOutcome.UNKNOWN;
        }
        CommitOutcome outcome = unsynced.ingesting(number, set, store::checkRunning);
        return fault == CommitFault.UNKNOWN_APPLIED ? CommitOutcome.UNKNOWN : outcome;
    }

    @Override
    public void deleteRange(Space space, KeyRange range) {
        store.before(Call.DELETE_RANGE);
        unsynced.removing(number, List.of(space), range, store::checkRunning, () -> inner.deleteRange(space, range));
    }

    @Override
    public long approximateBytes(Space space, KeyRange range) {
        store.before(Call.APPROXIMATE_BYTES);
        return inner.approximateBytes(space, range);
    }
}
