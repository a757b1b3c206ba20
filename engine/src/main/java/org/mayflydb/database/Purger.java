package org.mayflydb.database;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.item.Items;
import org.mayflydb.item.PurgeResult;
import org.mayflydb.key.ResourceId;

/**
 * Deletes what has expired for good, in the background.
 *
 * <p><b>Turns.</b> Every container whose time to live is on gets one step of at most {@value #STEP_ITEMS} items in each
 * round. So whatever others have to delete, a container waits for no more than one step of each of them before its own.
 * A round in which nothing was left to delete is followed by a pause of a second, because deadlines are whole seconds.
 * While no container has its time to live on there are no rounds at all; {@link #wake} begins them.
 *
 * <p><b>Requests go first.</b> Before each step the purge looks how many requests came since it last looked. If they came
 * faster than {@value #BUSY_REQUESTS_PER_SECOND} a second it pauses instead, each time twice as long, up to {@value
 * #YIELDS_MAX} times in a row. Then it makes one step all the same: under a load that never ends the store would
 * otherwise grow for ever. A request waits for at most the one commit of a step.
 *
 * <p><b>Failures.</b> A container whose step failed is left out for a while, each time twice as long, and the others go on.
 *
 * <p>Time is only counted by the pauses that were asked for, so a test that runs the steps itself decides everything.
 */
final class Purger implements AutoCloseable {
    static final int STEP_ITEMS = 100;
    static final long PAUSE_MILLIS = 5;
    static final long IDLE_MILLIS = 1000;
    static final int BUSY_REQUESTS_PER_SECOND = 200;
    static final int YIELDS_MAX = 5;
    static final long RETRY_MILLIS_MIN = 1000;
    static final long RETRY_MILLIS_MAX = 60_000;

    /** The containers there are. */
    interface Containers {
        /** Those whose time to live is on; none is opened for it. */
        List<ContainerRecord> expiring();

        /** The items of one of them, or null if it is gone or its time to live is off by now. */
        @Nullable
        Items open(ContainerRecord container);
    }

    private record Failing(long pauseMillis, long untilMillis) {}

    private final Containers containers;
    private final LongSupplier requests;
    private final @Nullable StepThread ownThread;
    private final StepTimer timer;
    private final AtomicLong failures = new AtomicLong();

    private boolean awake; // guarded by this
    private volatile boolean closed;

    // The rest is touched by one step at a time.
    private final Queue<ContainerRecord> round = new ArrayDeque<>();
    private final Map<ResourceId, Failing> failing = new HashMap<>();
    private boolean moreInRound;
    private int yields;
    private long requestsSeen;
    private long elapsedMillis;

    /**
     * @param requests how many requests there have been
     * @param given runs the steps; null for a thread of the purge's own
     */
    Purger(Containers containers, LongSupplier requests, @Nullable StepTimer given) {
        this.containers = containers;
        this.requests = requests;
        if (given == null) {
            StepThread thread = new StepThread("mayfly-purge");
            this.ownThread = thread;
            this.timer = thread;
        } else {
            this.ownThread = null;
            this.timer = given;
        }
    }

    /** Begins to take turns if there is a container whose items expire. */
    void start() {
        if (!containers.expiring().isEmpty()) {
            wake();
        }
    }

    /** Begins to take turns if that is not being done already: there may be a container whose items expire. */
    synchronized void wake() {
        if (!awake && !closed) {
            awake = true;
            timer.runAfter(PAUSE_MILLIS, () -> turn(PAUSE_MILLIS));
        }
    }

    /** How many steps have failed. */
    long failures() {
        return failures.get();
    }

    private void turn(long waitedMillis) {
        if (closed) {
            return;
        }
        long pauseMillis = IDLE_MILLIS;
        try {
            elapsedMillis += waitedMillis;
            pauseMillis = isBusy(waitedMillis) && yields < YIELDS_MAX ? giveWay() : step();
        } catch (RuntimeException | Error unreadableCatalog) {
            failures.incrementAndGet();
        }
        goOn(pauseMillis);
    }

    private synchronized void goOn(long millis) {
        if (awake && !closed) {
            timer.runAfter(millis, () -> turn(millis));
        }
    }

    private boolean isBusy(long waitedMillis) {
        long now = requests.getAsLong();
        long came = now - requestsSeen;
        requestsSeen = now;
        return came * 1000 > waitedMillis * BUSY_REQUESTS_PER_SECOND;
    }

    /** Answers how long to pause, as does {@link #step}. */
    private long giveWay() {
        yields++;
        return PAUSE_MILLIS << yields;
    }

    private long step() {
        yields = 0;
        if (round.isEmpty() && !beginRound()) {
            return IDLE_MILLIS;
        }
        moreInRound |= purge(round.remove());
        return round.isEmpty() && !moreInRound ? IDLE_MILLIS : PAUSE_MILLIS;
    }

    /** Locked, so that who wakes the purge after a change of the catalog finds it asleep or has it see the change. */
    private synchronized boolean beginRound() {
        moreInRound = false;
        round.addAll(containers.expiring());
        awake = !round.isEmpty();
        return awake;
    }

    /** Answers whether there is more to delete. */
    private boolean purge(ContainerRecord container) {
        Failing last = failing.get(container.rid());
        if (last != null && elapsedMillis < last.untilMillis) {
            return false;
        }
        try {
            Items items = containers.open(container);
            boolean more = items != null && isWorthAnother(items, items.purge(STEP_ITEMS));
            failing.remove(container.rid());
            return more;
        } catch (NotFoundException deleted) {
            failing.remove(container.rid());
        } catch (RuntimeException | Error failure) {
            failures.incrementAndGet();
            long pause = last == null ? RETRY_MILLIS_MIN : Math.min(2 * last.pauseMillis, RETRY_MILLIS_MAX);
            failing.put(container.rid(), new Failing(pause, elapsedMillis + pause));
        }
        return false;
    }

    /** A walk over all items, where only they know when they expire, must not go round and round without a pause. */
    private static boolean isWorthAnother(Items items, PurgeResult step) {
        return !step.done() && (items.ttl().clockPath() == null || step.items() > 0);
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
