package org.mayflydb.bench;

import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.ForwardingPartition;
import org.mayflydb.storage.ForwardingStore;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StorePartition;

/** A store that shows every commit it has applied to a watcher, so that the limit can do the same. */
final class WatchedStore extends ForwardingStore {

    /** Sees applied commits, in the order of each partition. */
    @FunctionalInterface
    interface Watcher {
        void applied(int partitionNumber, Commit commit);
    }

    /** Does not look. */
    static final Watcher NOBODY = (partitionNumber, commit) -> {};

    private volatile Watcher watcher = NOBODY;

    WatchedStore(Store store) {
        super(store);
    }

    void watch(Watcher newWatcher) {
        watcher = newWatcher;
    }

    @Override
    public StorePartition partition(int number) {
        return new WatchedPartition(number, super.partition(number));
    }

    @Override
    public CommitOutcome createPartition(int number, Commit first) {
        CommitOutcome outcome = super.createPartition(number, first);
        if (outcome == CommitOutcome.APPLIED) {
            watcher.applied(number, first);
        }
        return outcome;
    }

    private final class WatchedPartition extends ForwardingPartition {
        private final int number;

        WatchedPartition(int number, StorePartition partition) {
            super(partition);
            this.number = number;
        }

        @Override
        public CommitOutcome commit(Commit commit) {
            CommitOutcome outcome = super.commit(commit);
            if (outcome == CommitOutcome.APPLIED) {
                watcher.applied(number, commit);
            }
            return outcome;
        }
    }
}
