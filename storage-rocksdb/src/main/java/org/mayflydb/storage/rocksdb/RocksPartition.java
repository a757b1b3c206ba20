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
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;

/** The keys of the database that begin with one number. */
final class RocksPartition implements StorePartition {

    private final RocksStore store;
    private final int number;
    private final RocksDB database;
    private final CloseGuard guard;
    private final PartitionKeys keys;
    private final RocksReads reads;

    /** Held from the first condition to the end of the write: between them nobody else changes the partition. */
    private final Lock writing = new ReentrantLock();

    private final LastCondition lastCondition = new LastCondition(); // guarded by writing

    RocksPartition(RocksStore store, int number) {
        this.store = store;
        this.number = number;
        this.database = store.database();
        this.guard = store.guard();
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
        int call = guard.enter();
        try (WriteBatch batch = new WriteBatch()) {
            int deletions = fill(batch, commit);
            CommitOutcome outcome;
            writing.lock();
            try {
                outcome = holds(commit) ? write(batch, commit) : CommitOutcome.CONDITION_FAILED;
            } finally {
                writing.unlock();
            }
            if (outcome == CommitOutcome.APPLIED) {
                store.deleted(number, deletions);
            }
            return outcome;
        } catch (RocksDBException failure) {
            throw RocksFailures.calling(store.location(), failure);
        } finally {
            guard.leave(call);
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

    private boolean holds(Commit commit) throws RocksDBException {
        for (Commit.Condition condition : commit.conditions()) {
            if (!lastCondition.holds(condition, key -> database.get(keys.stored(key)))) {
                return false;
            }
        }
        return true;
    }

    private CommitOutcome write(WriteBatch batch, Commit commit) {
        CommitOutcome outcome = store.write(batch, commit.durability());
        if (outcome == CommitOutcome.APPLIED) {
            lastCondition.applied(commit);
        } else {
            lastCondition.forget();
        }
        return outcome;
    }

    @Override
    public void deleteRange(KeyRange range) {
        int call = guard.enter();
        try {
            if (range.isEmpty()) {
                return;
            }
            writing.lock();
            try {
                lastCondition.forget();
                store.remove(keys.lower(range), keys.upper(range));
            } finally {
                writing.unlock();
            }
            store.removed(number);
        } finally {
            guard.leave(call);
        }
    }

    /** As files take after compression, and as the memtables take without it. */
    @Override
    public long approximateBytes(KeyRange range) {
        int call = guard.enter();
        try {
            if (range.isEmpty()) {
                return 0;
            }
            try (Slice lower = new Slice(keys.lower(range));
                    Slice upper = new Slice(keys.upper(range))) {
                long[] bytes = database.getApproximateSizes(
                        List.of(new Range(lower, upper)),
                        SizeApproximationFlag.INCLUDE_FILES,
                        SizeApproximationFlag.INCLUDE_MEMTABLES);
                return bytes[0];
            }
        } finally {
            guard.leave(call);
        }
    }
}
