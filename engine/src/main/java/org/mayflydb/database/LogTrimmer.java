package org.mayflydb.database;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.item.Items;

/**
 * Removes from the logs of all versions and deletes what has outlived its retention, in the background. Nobody can see
 * when: readers are refused such changes from the second they are too old.
 *
 * <p>Every container that keeps a log gets one step of at most {@value #STEP_RECORDS} records a partition in each round. A
 * round in which nothing was left to remove is followed by a pause of {@value #IDLE_MILLIS} ms, because retentions are
 * whole minutes; so is a failed step. While no container keeps a log there are no rounds at all; {@link #wake} begins them.
 */
final class LogTrimmer implements AutoCloseable {
    static final int STEP_RECORDS = 200;
    static final long PAUSE_MILLIS = 10;
    static final long IDLE_MILLIS = 10_000;

    /** The containers there are. */
    interface Containers {
        /** Those that keep a log; none is opened for it. */
        List<ContainerRecord> logged();

        /** The items of one of them, or null if it is gone. */
        @Nullable
        Items open(ContainerRecord container);
    }

    private final Containers containers;
    private final @Nullable StepThread ownThread;
    private final StepTimer timer;
    private final AtomicLong failures = new AtomicLong();

    private boolean awake; // guarded by this
    private volatile boolean closed;

    // Touched by one step at a time.
    private final Queue<ContainerRecord> round = new ArrayDeque<>();
    private boolean moreInRound;

    /** @param given runs the steps; null for a thread of its own */
    LogTrimmer(Containers containers, @Nullable StepTimer given) {
        this.containers = containers;
        if (given == null) {
            StepThread thread = new StepThread("mayfly-log-trim");
            this.ownThread = thread;
            this.timer = thread;
        } else {
            this.ownThread = null;
            this.timer = given;
        }
    }

    /** Begins to take turns if there is a container that keeps a log. */
    void start() {
        if (!containers.logged().isEmpty()) {
            wake();
        }
    }

    /** Begins to take turns if that is not being done already: there may be a container that keeps a log. */
    synchronized void wake() {
        if (!awake && !closed) {
            awake = true;
            timer.runAfter(PAUSE_MILLIS, this::turn);
        }
    }

    /** How many steps have failed. */
    long failures() {
        return failures.get();
    }

    private void turn() {
        if (closed) {
            return;
        }
        long pauseMillis = IDLE_MILLIS;
        try {
            pauseMillis = step();
        } catch (RuntimeException | Error unreadableCatalog) {
            failures.incrementAndGet();
        }
        goOn(pauseMillis);
    }

    private synchronized void goOn(long millis) {
        if (awake && !closed) {
            timer.runAfter(millis, this::turn);
        }
    }

    /** Answers how long to pause. */
    private long step() {
        if (round.isEmpty() && !beginRound()) {
            return IDLE_MILLIS;
        }
        moreInRound |= trim(round.remove());
        return round.isEmpty() && !moreInRound ? IDLE_MILLIS : PAUSE_MILLIS;
    }

    /** Locked, so that who wakes it after a change of the catalog finds it asleep or has it see the change. */
    private synchronized boolean beginRound() {
        moreInRound = false;
        round.addAll(containers.logged());
        awake = !round.isEmpty();
        return awake;
    }

    /** Answers whether there is more to remove. */
    private boolean trim(ContainerRecord container) {
        try {
            Items items = containers.open(container);
            return items != null && items.trimLog(STEP_RECORDS);
        } catch (NotFoundException deleted) {
            return false;
        } catch (RuntimeException | Error failure) {
            failures.incrementAndGet();
            return false;
        }
    }

    /** Waits for the step under way, and makes no other. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        if (ownThread != null) {
            ownThread.close();
        }
    }
}
