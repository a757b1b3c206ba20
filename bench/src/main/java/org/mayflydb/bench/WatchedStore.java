package org.mayflydb.bench;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StorePartition;

/** A store that shows every commit it has applied to a watcher, so that the limit can do the same. */
final class WatchedStore implements Store {

    /** Sees applied commits, in the order of each partition. */
    @FunctionalInterface
    interface Watcher {
        void applied(int partitionNumber, Commit commit);
    }

    /** Does not look. */
    static final Watcher NOBODY = (partitionNumber, commit) -> {};

    private final Store store;
    private volatile Watcher watcher = NOBODY;

    WatchedStore(Store store) {
        this.store = store;
    }

    void watch(Watcher newWatcher) {
        watcher = newWatcher;
    }

    @Override
    public StorePartition partition(int number) {
        return new WatchedPartition(number, store.partition(number));
    }

    @Override
    public String location() {
        return store.location();
    }

    @Override
    public List<Integer> partitionNumbers() {
        return store.partitionNumbers();
    }

    @Override
    public void drop(int number) {
        store.drop(number);
    }

    @Override
    public void sync() {
        store.sync();
    }

    @Override
    public void verifyChecksums() {
        store.verifyChecksums();
    }

    @Override
    public void close() {
        store.close();
    }

    private final class WatchedPartition implements StorePartition {
        private final int number;
        private final StorePartition partition;

        WatchedPartition(int number, StorePartition partition) {
            this.number = number;
            this.partition = partition;
        }

        @Override
        public byte @Nullable [] get(byte[] key) {
            return partition.get(key);
        }

        @Override
        public ScanPage scan(KeyRange range, Direction direction, int entriesMax, long bytesMax) {
            return partition.scan(range, direction, entriesMax, bytesMax);
        }

        @Override
        public KeyPage scanKeys(KeyRange range, int keysMax) {
            return partition.scanKeys(range, keysMax);
        }

        @Override
        public ReadPoint readPoint() {
            return partition.readPoint();
        }

        @Override
        public CommitOutcome commit(Commit commit) {
            CommitOutcome outcome = partition.commit(commit);
            if (outcome == CommitOutcome.APPLIED) {
                watcher.applied(number, commit);
            }
            return outcome;
        }

        @Override
        public void deleteRange(KeyRange range) {
            partition.deleteRange(range);
        }

        @Override
        public long approximateBytes(KeyRange range) {
            return partition.approximateBytes(range);
        }
    }
}
