package org.mayflydb.server;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.ForwardingPartition;
import org.mayflydb.storage.ForwardingStore;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreUnavailableException;

/**
 * A way to a store that can be cut off for good: then whoever calls the store waits for ever, as a process that is suspended does. Closing
 * it leaves the store open.
 */
final class CutStore extends ForwardingStore {
    private final CountDownLatch never = new CountDownLatch(1);
    private final ThreadLocal<Boolean> fails = ThreadLocal.withInitial(() -> false);
    private volatile boolean cut;

    CutStore(Store inner) {
        super(inner);
    }

    void cut() {
        cut = true;
    }

    /** Runs an action whose calls of the store fail instead, once it is cut off. */
    void failing(Runnable action) {
        fails.set(true);
        action.run();
    }

    private void check() {
        if (!cut) {
            return;
        }
        try {
            if (!fails.get()) {
                never.await();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        throw new StoreUnavailableException("the store is cut off");
    }

    @Override
    public List<Integer> partitionNumbers() {
        check();
        return super.partitionNumbers();
    }

    @Override
    public StorePartition partition(int number) {
        return new CutPartition(super.partition(number));
    }

    @Override
    public CommitOutcome createPartition(int number, Commit first) {
        check();
        return super.createPartition(number, first);
    }

    @Override
    public CommitOutcome drop(int number, Commit last) {
        check();
        return super.drop(number, last);
    }

    @Override
    public void close() {}

    private final class CutPartition extends ForwardingPartition {
        CutPartition(StorePartition inner) {
            super(inner);
        }

        @Override
        public byte @Nullable [] get(Space space, byte[] key) {
            check();
            return super.get(space, key);
        }

        @Override
        public List<byte @Nullable []> getAll(Space space, List<byte[]> keys) {
            check();
            return super.getAll(space, keys);
        }

        @Override
        public ScanPage scan(Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax) {
            check();
            return super.scan(space, range, direction, entriesMax, bytesMax);
        }

        @Override
        public KeyPage scanKeys(Space space, KeyRange range, int keysMax) {
            check();
            return super.scanKeys(space, range, keysMax);
        }

        @Override
        public ReadPoint readPoint() {
            check();
            return super.readPoint();
        }

        @Override
        public CommitOutcome commit(Commit commit) {
            check();
            return super.commit(commit);
        }
    }
}
