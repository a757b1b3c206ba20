package org.mayflydb.database;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.item.Items;

/**
 * Something that is done to containers in the background, one short step after the other, and that nobody can see in an
 * answer: trimming logs, removing the items of deleted partition keys.
 *
 * <p>Every container that there is something to do for gets one step in each round, with a pause of {@value #PAUSE_MILLIS} ms
 * after each. A round in which nothing was left to do is followed by a pause of {@value #IDLE_MILLIS} ms, and so is a
 * failure, after which the step is tried again. While there is no such container there are no rounds at all; {@link #wake}
 * begins them.
 */
final class ContainerChore implements AutoCloseable {
    static final long PAUSE_MILLIS = 10;
    static final long IDLE_MILLIS = 10_000;

    /**
     * What is to be done.
     *
     * @param name of its thread
     * @param words what a step of it is, for messages
     * @param due the containers that it is to be done to; none is opened for this
     * @param open opens one of them; null if it is gone
     * @param step does a bounded part of it, and returns true if there is more
     */
    record Work(
            String name,
            String words,
            Supplier<List<ContainerRecord>> due,
            Function<ContainerRecord, @Nullable Items> open,
            Predicate<Items> step) {}

    private final Work work;
    private final @Nullable StepThread ownThread;
    private final StepTimer timer;
    private final AtomicLong failures = new AtomicLong();
    private final BackgroundFailures listeners;

    private boolean awake; // guarded by this
    private volatile boolean closed;

    // Touched by one step at a time.
    private final Queue<ContainerRecord> round = new ArrayDeque<>();
    private boolean moreInRound;

    /** @param given runs the steps; null for a thread of its own */
    ContainerChore(Work work, @Nullable StepTimer given, BackgroundFailures listeners) {
        this.work = work;
        this.listeners = listeners;
        if (given == null) {
            StepThread thread = new StepThread(work.name);
            this.ownThread = thread;
            this.timer = thread;
        } else {
            this.ownThread = null;
            this.timer = given;
        }
    }

    /** Begins if there is something to do. */
    void start() {
        if (!work.due.get().isEmpty()) {
            wake();
        }
    }

    /** Begins if that is not being done already: there may be something to do. */
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
            failed(unreadableCatalog);
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
        moreInRound |= step(round.remove());
        return round.isEmpty() && !moreInRound ? IDLE_MILLIS : PAUSE_MILLIS;
    }

    /** Locked, so that who wakes it after a change finds it asleep or has it see the change. */
    private synchronized boolean beginRound() {
        moreInRound = false;
        round.addAll(work.due.get());
        awake = !round.isEmpty();
        return awake;
    }

    /** Returns true if there is more to do. */
    private boolean step(ContainerRecord container) {
        try {
            Items items = work.open.apply(container);
            return items != null && work.step.test(items);
        } catch (NotFoundException deleted) {
            return false;
        } catch (RuntimeException | Error failure) {
            failed(failure);
            return false;
        }
    }

    private void failed(Throwable failure) {
        failures.incrementAndGet();
        listeners.report(work.words, failure);
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
