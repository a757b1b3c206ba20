package org.mayflydb.storage.postgresql;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.mayflydb.storage.Deadline;

/**
 * Does something short for each call that has not ended by its deadline, at most a tick later.
 *
 * <p>Nearly all calls end long before. So a call that begins wakes no thread while others come and go: a thread looks at all of them once in a
 * tick, and rests when there have been none for some ticks.
 */
final class DeadlineWatch implements AutoCloseable {
    private static final Duration TICK = Duration.ofMillis(10);
    private static final int TICKS_BEFORE_REST = 10;

    private final Set<Watched> underWay = ConcurrentHashMap.newKeySet();
    private final Thread thread;
    private volatile boolean resting;
    private volatile boolean closed;

    private DeadlineWatch(String name) {
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    static DeadlineWatch start(String name) {
        DeadlineWatch watch = new DeadlineWatch(name);
        watch.thread.start();
        return watch;
    }

    /** A call that has begun. */
    final class Watched {
        private final Deadline deadline;
        private final Runnable late;

        private Watched(Deadline deadline, Runnable late) {
            this.deadline = deadline;
            this.late = late;
        }

        /** Ends the call. Returns false if its deadline was over before: then it has been told, or is being told. */
        boolean end() {
            return underWay.remove(this);
        }
    }

    /** @param late tells the call that its deadline is over; does not wait for anything */
    Watched begin(Deadline deadline, Runnable late) {
        Watched watched = new Watched(deadline, late);
        underWay.add(watched);
        // The thread announces its rest before it looks for calls a last time, so one of both sees the other.
        if (resting) {
            LockSupport.unpark(thread);
        }
        return watched;
    }

    private void run() {
        int quiet = 0;
        while (!closed) {
            quiet = isWatching() ? 0 : quiet + 1;
            underWay.forEach(DeadlineWatch::check);
            if (quiet < TICKS_BEFORE_REST) {
                LockSupport.parkNanos(this, TICK.toNanos());
            } else {
                rest();
                quiet = 0;
            }
        }
    }

    private static void check(Watched watched) {
        if (watched.deadline.isOver() && watched.end()) {
            try {
                watched.late.run();
            } catch (Throwable failure) {
                // Also one for which there was no memory must not leave the other calls without a watch.
            }
        }
    }

    private void rest() {
        resting = true;
        while (!isWatching() && !closed) {
            LockSupport.park(this);
        }
        resting = false;
    }

    /** Whether a call is under way. */
    boolean isWatching() {
        return !underWay.isEmpty();
    }

    /** Whether the thread waits for a call to begin. */
    boolean isResting() {
        return resting;
    }

    /** What is under way is no longer watched. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
