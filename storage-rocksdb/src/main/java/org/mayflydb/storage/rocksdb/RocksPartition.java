package org.mayflydb.storage.rocksdb;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.DerivedSet;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyCount;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.StoreLimits;
import org.mayflydb.storage.StorePartition;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Range;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;

/** The keys of the database that begin with one number. */
final class RocksPartition implements StorePartition {

    private final RocksStore store;
    private final int number;
    private final PartitionKeys keys;
    private final RocksReads reads;

    /** Held from the first condition to the end of the write: between them nobody else changes the partition. */
    private final Lock writing = new ReentrantLock();

    private final LastCondition lastCondition = new LastCondition(); // guarded by writing

    /** Where the last condition was found; in another database it may not hold. */
    private @Nullable RocksHandle lastHandle; // guarded by writing

    RocksPartition(RocksStore store, int number) {
        this.store = store;
        this.number = number;
        this.keys = new PartitionKeys(number);
        this.reads = new RocksReads(store, keys);
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
    public ReadPoint readPoint() {
        return RocksReadPoint.open(store, keys);
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
    public CommitOutcome commit(Commit commit) {
        commit.checkDeadline();
        RocksHandle handle = store.enter();
        try (WriteBatch batch = new WriteBatch()) {
            int deletions = fill(handle, batch, commit);
            CommitOutcome outcome;
            writing.lock();
            try {
                outcome = holds(handle, commit) ? write(handle, batch, commit) : CommitOutcome.CONDITION_FAILED;
            } finally {
                writing.unlock();
            }
            if (outcome == CommitOutcome.APPLIED) {
                handle.deleted(number, deletions);
            }
            return outcome;
        } catch (RocksDBException failure) {
            throw RocksFailures.calling(store.location(), failure);
        } finally {
            handle.leave();
        }
    }

    /** Returns how many of the changes are deletions. */
    private int fill(RocksHandle handle, WriteBatch batch, Commit commit) throws RocksDBException {
        StoreLimits.LOCAL.check(commit);
        int deletions = 0;
        for (Commit.Change change : commit.changes()) {
            byte[] value = change.value();
            ColumnFamilyHandle family = store.familyToWrite(handle, change.space());
            if (value == null) {
                batch.delete(family, keys.stored(change.key()));
                deletions++;
            } else {
                batch.put(family, keys.stored(change.key()), value);
            }
        }
        return deletions;
    }

    /** The file is built before the lock is taken, since that takes long. */
    @Override
    public CommitOutcome ingest(DerivedSet set) {
        set.record().checkDeadline();
        RocksHandle handle = store.enter();
        try (WriteBatch batch = new WriteBatch();
                SortedFile file = SortedFile.write(store, keys, set)) {
            int deletions = file.deletions() + fill(handle, batch, set.record());
            CommitOutcome outcome = CommitOutcome.CONDITION_FAILED;
            writing.lock();
            try {
                if (holds(handle, set.record())) {
                    store.ingest(handle, file);
                    outcome = write(handle, batch, set.record());
                }
            } finally {
                writing.unlock();
            }
            if (outcome == CommitOutcome.APPLIED) {
                handle.deleted(number, deletions);
            }
            return outcome;
        } catch (RocksDBException failure) {
            throw RocksFailures.calling(store.location(), failure);
        } finally {
            handle.leave();
        }
    }

    private boolean holds(RocksHandle handle, Commit commit) throws RocksDBException {
        if (handle != lastHandle) {
            lastCondition.forget();
            lastHandle = handle;
        }
        for (Commit.Condition condition : commit.conditions()) {
            if (!lastCondition.holds(
                    condition, key -> handle.database().get(handle.families().main(), keys.stored(key)))) {
                return false;
            }
        }
        return true;
    }

    private CommitOutcome write(RocksHandle handle, WriteBatch batch, Commit commit) {
        CommitOutcome outcome = store.write(handle, batch, commit.durability());
        if (outcome == CommitOutcome.APPLIED) {
            lastCondition.applied(commit);
        } else {
            lastCondition.forget();
        }
        return outcome;
    }

    @Override
    public void deleteRange(Space space, KeyRange range) {
        delete(List.of(space), range);
    }

    /**
     * Removes everything, and then makes the changes of the commit, in one write. Files are deleted between the keys that
     * are put and not across them, since one that was flushed meanwhile may hold them.
     */
    CommitOutcome drop(Commit last) {
        last.checkDeadline();
        RocksHandle handle = store.enter();
        try (WriteBatch batch = new WriteBatch()) {
            byte[] lower = keys.lower(KeyRange.all());
            byte[] upper = keys.upper(KeyRange.all());
            for (ColumnFamilyHandle family : handle.families().all()) {
                batch.deleteRange(family, lower, upper);
            }
            fill(handle, batch, last);
            CommitOutcome outcome = CommitOutcome.CONDITION_FAILED;
            writing.lock();
            try {
                if (holds(handle, last)) {
                    outcome = store.write(handle, batch, Durability.SYNCED);
                    lastCondition.forget();
                }
            } finally {
                writing.unlock();
            }
            if (outcome == CommitOutcome.APPLIED) {
                deleteFilesBetween(handle, last);
                handle.removed(number);
            }
            return outcome;
        } catch (RocksDBException failure) {
            throw RocksFailures.calling(store.location(), failure);
        } finally {
            handle.leave();
        }
    }

    private void deleteFilesBetween(RocksHandle handle, Commit last) throws RocksDBException {
        for (Space space : Space.values()) {
            ColumnFamilyHandle family = handle.families().get(space);
            if (family == null) {
                continue;
            }
            KeyRange rest = KeyRange.all();
            for (byte[] kept : sortedKeys(last, space)) {
                store.deleteFiles(handle, family, keys.lower(rest), keys.stored(kept));
                rest = rest.after(kept);
            }
            store.deleteFiles(handle, family, keys.lower(rest), keys.upper(rest));
        }
    }

    private static List<byte[]> sortedKeys(Commit commit, Space space) {
        return commit.changes().stream()
                .filter(change -> change.space() == space)
                .map(Commit.Change::key)
                .sorted(Arrays::compareUnsigned)
                .toList();
    }

    /** Removes everything. */
    void drop() {
        delete(List.of(Space.values()), KeyRange.all());
    }

    private void delete(List<Space> spaces, KeyRange range) {
        RocksHandle handle = store.enter();
        try {
            if (range.isEmpty()) {
                return;
            }
            List<ColumnFamilyHandle> families = spaces.stream()
                    .map(handle.families()::get)
                    .filter(Objects::nonNull)
                    .toList();
            writing.lock();
            try {
                lastCondition.forget();
                store.remove(handle, families, keys.lower(range), keys.upper(range));
            } finally {
                writing.unlock();
            }
            handle.removed(number);
        } finally {
            handle.leave();
        }
    }

    /** As files take after compression, and as the memtables take without it. */
    @Override
    public long approximateBytes(Space space, KeyRange range) {
        RocksHandle handle = store.enter();
        try {
            ColumnFamilyHandle family = handle.families().get(space);
            if (family == null || range.isEmpty()) {
                return 0;
            }
            try (Slice lower = new Slice(keys.lower(range));
                    Slice upper = new Slice(keys.upper(range))) {
                long[] bytes = handle.database()
                        .getApproximateSizes(
                                family,
                                List.of(new Range(lower, upper)),
                                SizeApproximationFlag.INCLUDE_FILES,
                                SizeApproximationFlag.INCLUDE_MEMTABLES);
                return bytes[0];
            }
        } finally {
            handle.leave();
        }
    }
}
