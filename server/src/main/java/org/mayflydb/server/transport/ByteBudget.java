package org.mayflydb.server.transport;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A number of bytes that all connections share. Who cannot have some at once waits in line without a thread.
 *
 * <p>A part is kept for the preferred, who are also served first, so that the others cannot make them wait.
 */
public final class ByteBudget {
    private final long max;
    private final long keptForPreferred;
    private final AtomicLong used = new AtomicLong();

    /** Guarded by this. */
    private final ArrayDeque<Waiter> preferredLine = new ArrayDeque<>();

    private final ArrayDeque<Waiter> line = new ArrayDeque<>();

    /** How many wait in both lines, and in the first one. Written under the lock. */
    private volatile int waiting;

    private volatile int preferredWaiting;

    /** Someone in line. */
    static final class Waiter {
        private final long bytes;
        private final boolean preferred;
        private final Runnable granted;
        private boolean over;

        private Waiter(long bytes, boolean preferred, Runnable granted) {
            this.bytes = bytes;
            this.preferred = preferred;
            this.granted = granted;
        }
    }

    /** @param keptForPreferred the part of {@code max} that only the preferred get */
    public ByteBudget(long max, long keptForPreferred) {
        this.max = max;
        this.keptForPreferred = keptForPreferred;
    }

    /** How much is taken now. */
    public long used() {
        return used.get();
    }

    /** Takes so many bytes, unless others who come first wait for some or there are too few left. */
    boolean tryReserve(long bytes, boolean preferred) {
        return (preferred ? preferredWaiting : waiting) == 0 && take(bytes, preferred);
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
    Waiter await(long bytes, boolean preferred, Runnable granted) {
        Waiter waiter = new Waiter(bytes, preferred, granted);
        synchronized (this) {
            lineOf(waiter).add(waiter);
            count();
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
            lineOf(waiter).remove(waiter);
            count();
        }
        // Those behind may want less.
        grant();
        return true;
    }

    private ArrayDeque<Waiter> lineOf(Waiter waiter) {
        return waiter.preferred ? preferredLine : line;
    }

    private void count() {
        preferredWaiting = preferredLine.size();
        waiting = preferredWaiting + line.size();
    }

    private void grant() {
        while (true) {
            Waiter next;
            synchronized (this) {
                next = preferredLine.isEmpty() ? line.peek() : preferredLine.peek();
                if (next == null || !take(next.bytes, next.preferred)) {
                    return;
                }
                lineOf(next).remove();
                count();
                next.over = true;
            }
            next.granted.run();
        }
    }

    /** Who is alone may have more than there is, or it would wait for ever. */
    private boolean take(long bytes, boolean preferred) {
        long most = preferred ? max : max - keptForPreferred;
        while (true) {
            long before = used.get();
            if (before > 0 && before + bytes > most) {
                return false;
            }
            if (used.compareAndSet(before, before + bytes)) {
                return true;
            }
        }
    }
}
