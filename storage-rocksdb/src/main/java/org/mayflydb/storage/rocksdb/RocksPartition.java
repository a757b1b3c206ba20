package org.mayflydb.storage.rocksdb;

import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.StorePartition;
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
    public byte @Nullable [] get(byte[] key) {
        return reads.get(key);
    }

    @Override
    public ReadPoint readPoint() {
        return RocksReadPoint.open(store, keys);
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
    public CommitOutcome commit(Commit commit) {
        RocksHandle handle = store.enter();
        try (WriteBatch batch = new WriteBatch()) {
            int deletions = fill(batch, commit);
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

    /** Answers how many of the changes are deletions. */
    private int fill(WriteBatch batch, Commit commit) throws RocksDBException {
        int deletions = 0;
        for (Commit.Change change : commit.changes()) {
            byte[] value = change.value();
            if (value == null) {
                batch.delete(keys.stored(change.key()));
                deletions++;
            } else {
                batch.put(keys.stored(change.key()), value);
            }
        }
        return deletions;
    }

    private boolean holds(RocksHandle handle, Commit commit) throws RocksDBException {
        if (handle != lastHandle) {
            lastCondition.forget();
            lastHandle = handle;
        }
        for (Commit.Condition condition : commit.conditions()) {
            if (!lastCondition.holds(condition, key -> handle.database().get(keys.stored(key)))) {
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
    public void deleteRange(KeyRange range) {
        RocksHandle handle = store.enter();
        try {
            if (range.isEmpty()) {
                return;
            }
            writing.lock();
            try {
                lastCondition.forget();
                store.remove(handle, keys.lower(range), keys.upper(range));
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
    public long approximateBytes(KeyRange range) {
        RocksHandle handle = store.enter();
        try {
            if (range.isEmpty()) {
                return 0;
            }
            try (Slice lower = new Slice(keys.lower(range));
                    Slice upper = new Slice(keys.upper(range))) {
                long[] bytes = handle.database()
                        .getApproximateSizes(
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
