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
        return switch (fault.kind()) {
            case NONE -> unsynced.committing(number, commit, store::checkRunning);
            case UNKNOWN_NOT_APPLIED -> CommitOutcome.UNKNOWN;
            case UNKNOWN_APPLIED -> {
                unsynced.committing(number, commit, store::checkRunning);
                yield CommitOutcome.UNKNOWN;
            }
            case LATE -> {
                store.delay(number, commit, fault.calls());
                yield CommitOutcome.UNKNOWN;
            }
        };
    }

    @Override
    public CommitOutcome ingest(DerivedSet set) {
        store.before(Call.INGEST);
        return unsynced.ingesting(number, set, store::checkRunning);
    }

    @Override
    public List<byte @Nullable []> getAll(Space space, List<byte[]> keys) {
        store.before(Call.GET);
        return inner.getAll(space, keys);
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
