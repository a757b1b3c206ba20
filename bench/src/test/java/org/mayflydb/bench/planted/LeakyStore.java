package org.mayflydb.bench.planted;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.ForwardingPartition;
import org.mayflydb.storage.ForwardingStore;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StorePartition;

/**
 * Puts commits into a buffer that nothing empties, and starts threads that do not end. It leaks several times a second while
 * there is load, however much, so that the test does not depend on the speed of the machine.
 */
final class LeakyStore extends ForwardingStore {
    private static final int BUFFER_BYTES = 20 << 20;
    private static final long PACE_NANOS = 200_000_000;

    private final List<ByteBuffer> unbounded = new ArrayList<>(); // guarded by this
    private long lastNanos = System.nanoTime(); // guarded by this

    LeakyStore(Store inner) {
        super(inner);
    }

    @Override
    public StorePartition partition(int number) {
        return new ForwardingPartition(super.partition(number)) {
            @Override
            public CommitOutcome commit(Commit commit) {
                leak();
                return super.commit(commit);
            }
        };
    }

    private synchronized void leak() {
        if (System.nanoTime() - lastNanos < PACE_NANOS) {
            return;
        }
        lastNanos = System.nanoTime();
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        for (int i = 0; i < BUFFER_BYTES; i += 1024) {
            buffer.put(i, (byte) 1);
        }
        unbounded.add(buffer);
        Thread thread = new Thread(
                () -> {
                    while (!Thread.currentThread().isInterrupted()) {
                        LockSupport.park(this);
                    }
                },
                "leaked");
        thread.setDaemon(true);
        thread.start();
    }
}
