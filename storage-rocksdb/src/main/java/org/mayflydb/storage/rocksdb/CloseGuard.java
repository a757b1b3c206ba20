package org.mayflydb.storage.rocksdb;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.StoreUnavailableException;

/**
 * Keeps native memory alive while calls use it: closing waits for the calls under way and refuses later ones.
 *
 * <p>A read lock would do, but every call would then change the same word of memory. Here a call counts itself in the
 * counter of its thread, and <em>then</em> looks at the flag; the closing thread sets the flag and <em>then</em> waits for
 * each counter to be zero. All four are volatile, so at least one of the two sees the other. A call leaves through the
 * counter it came in by, hence every counter by itself must come to zero; their sum would not do.
 */
final class CloseGuard {

    static final int CLOSED = -1;

    private static final int COUNTERS = 64;

    /** A cache line of counters for each one used, so that threads do not disturb each other. */
    private static final int SPACING = 16;

    private final AtomicIntegerArray calls = new AtomicIntegerArray(COUNTERS * SPACING);
    private final String location;
    private volatile @Nullable Thread closing;
    private volatile boolean closed;

    CloseGuard(String location) {
        this.location = location;
    }

    /** Begins a call. What it returns is given to {@link #leave} when the call ends, however it ends. */
    int enter() {
        int counter = enterIfOpen();
        if (counter == CLOSED) {
            throw closedFailure();
        }
        return counter;
    }

    /** The same, but answers {@link #CLOSED} if it is closed; that is not to be given to {@link #leave}. */
    int enterIfOpen() {
        int counter = counter();
        calls.getAndIncrement(counter);
        if (closed) {
            leave(counter);
            return CLOSED;
        }
        return counter;
    }

    /** The counter of the current thread. */
    static int counter() {
        return (int) (Thread.currentThread().getId() % COUNTERS) * SPACING;
    }

    void leave(int counter) {
        calls.getAndDecrement(counter);
        if (closed) {
            LockSupport.unpark(closing);
        }
    }

    void checkOpen() {
        if (closed) {
            throw closedFailure();
        }
    }

    /** Refuses calls from now on and returns when none is under way. One thread closes at a time. */
    void close() {
        closing = Thread.currentThread();
        closed = true;
        for (int counter = 0; counter < calls.length(); counter += SPACING) {
            while (calls.get(counter) != 0) {
                LockSupport.park(this);
            }
        }
    }

    StoreUnavailableException closedFailure() {
        return new StoreUnavailableException("the store in " + location + " is closed");
    }
}
