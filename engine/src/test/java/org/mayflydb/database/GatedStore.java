package org.mayflydb.database;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.ForwardingPartition;
import org.mayflydb.storage.ForwardingReadPoint;
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
 * The store as one process sees it that may be suspended: its threads stop before and after calls until the process is resumed. Once
 * it is killed, every call fails.
 */
final class GatedStore extends ForwardingStore {
    private boolean closed; // guarded by this
    private boolean killed; // guarded by this

    GatedStore(Store inner) {
        super(inner);
    }

    synchronized void suspend() {
        closed = true;
    }

    synchronized void resume() {
        closed = false;
        notifyAll();
    }

    synchronized void kill() {
        killed = true;
        notifyAll();
    }

    synchronized boolean isKilled() {
        return killed;
    }

    synchronized boolean isOpen() {
        return !closed && !killed;
    }

    /** Waits while the process is suspended. */
    synchronized void pass() {
        while (closed && !killed) {
            try {
                wait();
            } catch (InterruptedException stopped) {
                throw new StoreUnavailableException("the test is over", stopped);
            }
        }
        if (killed) {
            throw new StoreUnavailableException("the process was killed");
        }
    }

    private <T extends @Nullable Object> T gated(Supplier<T> call) {
        pass();
        T result = call.get();
        pass();
        return result;
    }

    @Override
    public List<Integer> partitionNumbers() {
        return gated(super::partitionNumbers);
    }

    @Override
    public StorePartition partition(int number) {
        return new Gated(super.partition(number));
    }

    @Override
    public CommitOutcome createPartition(int number, Commit first) {
        return gated(() -> super.createPartition(number, first));
    }

    @Override
    public CommitOutcome drop(int number, Commit last) {
        return gated(() -> super.drop(number, last));
    }

    private final class Gated extends ForwardingPartition {
        Gated(StorePartition inner) {
            super(inner);
        }

        @Override
        public byte @Nullable [] get(Space space, byte[] key) {
            return gated(() -> super.get(space, key));
        }

        @Override
        public List<byte @Nullable []> getAll(Space space, List<byte[]> keys) {
            return gated(() -> super.getAll(space, keys));
        }

        @Override
        public ScanPage scan(Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax) {
            return gated(() -> super.scan(space, range, direction, entriesMax, bytesMax));
        }

        @Override
        public KeyPage scanKeys(Space space, KeyRange range, int keysMax) {
            return gated(() -> super.scanKeys(space, range, keysMax));
        }

        @Override
        public CommitOutcome commit(Commit commit) {
            return gated(() -> super.commit(commit));
        }

        @Override
        public ReadPoint readPoint() {
            return new GatedReadPoint(gated(super::readPoint));
        }
    }

    private final class GatedReadPoint extends ForwardingReadPoint {
        GatedReadPoint(ReadPoint inner) {
            super(inner);
        }

        @Override
        public byte @Nullable [] get(Space space, byte[] key) {
            return gated(() -> super.get(space, key));
        }

        @Override
        public List<byte @Nullable []> getAll(Space space, List<byte[]> keys) {
            return gated(() -> super.getAll(space, keys));
        }

        @Override
        public ScanPage scan(Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax) {
            return gated(() -> super.scan(space, range, direction, entriesMax, bytesMax));
        }

        @Override
        public KeyPage scanKeys(Space space, KeyRange range, int keysMax) {
            return gated(() -> super.scanKeys(space, range, keysMax));
        }
    }
}
