package org.mayflydb.server.transport;

import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;

/**
 * A number of bytes that all connections share. Who cannot have some at once waits in line without a thread.
 *
 * <p>Who comes first is served first, and can have more, so that the others cannot make it wait.
 */
public final class ByteBudget {
    private final long max;
    private final AtomicLong used = new AtomicLong();

    /** Guarded by this. */
    private final Map<Precedence, ArrayDeque<Waiter>> lines = new EnumMap<>(Precedence.class);

    /** How many wait in all lines. */
    private volatile int waiting;

    /** Who comes before whom. */
    enum Precedence {
        FIRST(4),
        SECOND(3),
        LAST(2);

        private final int quarters;

        /** @param quarters how much of the whole may be taken before it has to wait */
        Precedence(int quarters) {
            this.quarters = quarters;
        }
    }

    /** Someone in line. */
    static final class Waiter {
        private final long bytes;
        private final Precedence precedence;
        private final Runnable granted;
        private boolean over;

        private Waiter(long bytes, Precedence precedence, Runnable granted) {
            this.bytes = bytes;
            this.precedence = precedence;
            this.granted = granted;
        }
    }

    public ByteBudget(long max) {
        this.max = max;
        for (Precedence each : Precedence.values()) {
            lines.put(each, new ArrayDeque<>());
        }
    }

    /** How much is taken now. */
    public long used() {
        return used.get();
    }

    /** Takes so many bytes, unless others who come first wait for some or there are too few left. */
    boolean tryReserve(long bytes, Precedence precedence) {
        return (waiting == 0 || !isAnyoneBefore(precedence)) && take(bytes, precedence);
    }

    private synchronized boolean isAnyoneBefore(Precedence precedence) {
        Waiter next = next();
        return next != null && next.precedence.compareTo(precedence) <= 0;
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
    Waiter await(long bytes, Precedence precedence, Runnable granted) {
        Waiter waiter = new Waiter(bytes, precedence, granted);
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
            leave(waiter);
        }
        // Those behind may want less.
        grant();
        return true;
    }

    private void grant() {
        while (true) {
            Waiter next;
            synchronized (this) {
                next = next();
                if (next == null || !take(next.bytes, next.precedence)) {
                    return;
                }
                leave(next);
            }
            next.granted.run();
        }
    }

    private @Nullable Waiter next() {
        for (ArrayDeque<Waiter> line : lines.values()) {
            if (!line.isEmpty()) {
                return line.peek();
            }
        }
        return null;
    }

    private void leave(Waiter waiter) {
        waiter.over = true;
        lineOf(waiter).remove(waiter);
        count();
    }

    private void count() {
        waiting = lines.values().stream().mapToInt(ArrayDeque::size).sum();
    }

    private ArrayDeque<Waiter> lineOf(Waiter waiter) {
        return Invariant.present(lines.get(waiter.precedence), "every precedence has a line");
    }

    /** Who is alone may have more than there is, or it would wait for ever. */
    private boolean take(long bytes, Precedence precedence) {
        long most = max * precedence.quarters / 4;
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
