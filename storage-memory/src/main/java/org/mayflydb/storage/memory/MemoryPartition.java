package org.mayflydb.storage.memory;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.DerivedSet;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.StoreLimits;
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
    public byte @Nullable [] get(Space space, byte[] key) {
        store.checkOpen();
        byte[] value = entries.find(space, key);
        return value == null ? null : value.clone();
    }

    @Override
    public ScanPage scan(Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax) {
        store.checkOpen();
        checkEntries(entriesMax);
        return entries.scan(space, range, direction, entriesMax, bytesMax, null);
    }

    static void checkEntries(int entriesMax) {
        if (entriesMax < 1) {
            throw new IllegalArgumentException("a scan of at most " + entriesMax + " entries finds nothing");
        }
    }

    @Override
    public KeyPage scanKeys(Space space, KeyRange range, int keysMax) {
        store.checkOpen();
        checkEntries(keysMax);
        return entries.scanKeys(space, range, keysMax, null);
    }

    @Override
    public ReadPoint readPoint() {
        store.checkOpen();
        return entries.readPoint(store);
    }

    @Override
    public CommitOutcome commit(Commit commit) {
        check(commit);
        return outcome(entries.apply(store, commit, List.of()));
    }

    /** The set and its record at once. */
    @Override
    public CommitOutcome ingest(DerivedSet set) {
        check(set.record());
        List<Commit.Change> derivedEntries = new ArrayList<>();
        set.entriesInOrder().forEachRemaining(entry -> {
            StoreLimits.LOCAL.check(entry);
            derivedEntries.add(entry);
        });
        return outcome(entries.apply(store, set.record(), derivedEntries));
    }

    static void check(Commit commit) {
        commit.checkDeadline();
        StoreLimits.LOCAL.check(commit);
    }

    static CommitOutcome outcome(boolean applied) {
        return applied ? CommitOutcome.APPLIED : CommitOutcome.CONDITION_FAILED;
    }

    @Override
    public void deleteRange(Space space, KeyRange range) {
        entries.remove(store, space, range);
    }

    /** Exact here, at the price of a walk through the range. */
    @Override
    public long approximateBytes(Space space, KeyRange range) {
        store.checkOpen();
        return entries.countBytes(space, range);
    }
}
