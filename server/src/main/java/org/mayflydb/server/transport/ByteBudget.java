package org.mayflydb.server.transport;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;

/** A number of bytes that all connections share. Who cannot have some at once waits in line without a thread. */
public final class ByteBudget {
    private final long max;
    private final AtomicLong used = new AtomicLong();

    /** Guarded by this. */
    private final ArrayDeque<Waiter> line = new ArrayDeque<>();

    private volatile int waiting;

    /** Someone in line. */
    static final class Waiter {
        private final long bytes;
        private final Runnable granted;
        private boolean over;

        private Waiter(long bytes, Runnable granted) {
            this.bytes = bytes;
            this.granted = granted;
        }
    }

    public ByteBudget(long max) {
        this.max = max;
    }

    /** How much is taken now. */
    public long used() {
        return used.get();
    }

    /** Takes so many bytes, unless others wait for some or there are too few left. */
    boolean tryReserve(long bytes) {
        return waiting == 0 && take(bytes);
    }

    /** Takes or gives back what is there already, whether there is room or not. */
    void adjust(long bytes) {
        if (bytes != 0) {
            used.addAndGet(bytes);
            if (bytes < 0 && waiting > 0) {
                grant();
            }
        }
    }

    /**
     * Gets in line.
     *
     * @param granted called once the bytes are taken, on any thread
     */
    Waiter await(long bytes, Runnable granted) {
        Waiter waiter = new Waiter(bytes, granted);
        synchronized (this) {
            line.add(waiter);
            waiting = line.size();
        }
        // What was given back meanwhile found nobody in line.
        grant();
        return waiter;
    }

    /** Leaves the line; false if the bytes were granted before. */
    boolean cancel(Waiter waiter) {
        synchronized (this) {
            if (waiter.over) {
                return false;
            }
            waiter.over = true;
            line.remove(waiter);
            waiting = line.size();
        }
        // Those behind may want less.
        grant();
        return true;
    }

    private void grant() {
        while (true) {
            Waiter next;
            synchronized (this) {
                next = line.peek();
                if (next == null || !take(next.bytes)) {
                    return;
                }
                line.remove();
                waiting = line.size();
                next.over = true;
            }
            next.granted.run();
        }
    }

    /** Who is alone may have more than there is, or it would wait for ever. */
    private boolean take(long bytes) {
        while (true) {
            long before = used.get();
            if (before > 0 && before + bytes > max) {
                return false;
            }
            if (used.compareAndSet(before, before + bytes)) {
                return true;
            }
        }
    }
}
