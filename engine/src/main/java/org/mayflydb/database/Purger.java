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
import org.mayflydb.partition.PartitionSpec;

/**
 * Deletes what has expired for good, in the background.
 *
 * <p><b>Turns.</b> Every container whose time to live is on gets one step of at most {@value #STEP_ITEMS} items in each
 * round. So whatever others have to delete, a container waits for no more than one step of each of them before its own.
 * A round in which nothing was left to delete is followed by a pause of a second, because deadlines are whole seconds.
 * While no container has its time to live on there are no rounds at all; {@link #wake} begins them.
 *
 * <p><b>Requests go first.</b> Where throughput is limited, a step deletes what the units pay for that requests have left
 * over in the running second, and nothing while they leave none. Where it is not, the purge looks before each step how
 * many requests came since it last looked. If they came faster than {@value #BUSY_REQUESTS_PER_SECOND} a second it pauses
 * instead, each time twice as long, up to {@value #YIELDS_MAX} times in a row. Then it makes one step all the same:
 * under a load that never ends the store would otherwise grow for ever. A request waits for at most the one commit of a
 * step.
 *
 * <p><b>Failures.</b> A container whose step failed is left out for a while, each time twice as long, and the others go on.
 *
 * <p>Time is only counted by the pauses that were asked for, so a test that runs the steps itself decides everything.
 */
final class Purger implements AutoCloseable {
    static final int STEP_ITEMS = 100;
    static final long PAUSE_MILLIS = 5;
    static final long IDLE_MILLIS = 1000;

    /** Until requests may have left something over. */
    static final long NO_UNITS_MILLIS = 25;

    static final int BUSY_REQUESTS_PER_SECOND = 200;
    static final int YIELDS_MAX = 5;
    static final long RETRY_MILLIS_MIN = 1000;
    static final long RETRY_MILLIS_MAX = 60_000;

    /** The containers there are. */
    interface Containers {
        /** Those whose time to live is on; none is opened for it. */
        List<ContainerRecord> expiring();

        /** One of them as it is now, or null if it is gone or its time to live is off by now. */
        @Nullable
        Opened open(ContainerRecord container);
    }

    /** A container and its items. */
    record Opened(ContainerRecord container, Items items) {}

    private record Failing(long pauseMillis, long untilMillis) {}

    private final Containers containers;
    private final LongSupplier requests;
    private final UnitAccounts units;
    private final @Nullable StepThread ownThread;
    private final StepTimer timer;
    private final AtomicLong failures = new AtomicLong();

    private boolean awake; // guarded by this
    private volatile boolean closed;

    // The rest is touched by one step at a time.
    private final Queue<ContainerRecord> round = new ArrayDeque<>();
    private final Map<ResourceId, Failing> failing = new HashMap<>();
    private boolean moreInRound;
    private boolean steppedInRound;
    private int yields;
    private long requestsSeen;
    private long elapsedMillis;

    /**
     * @param requests how many requests there have been
     * @param units what they and the purge spend
     * @param given runs the steps; null for a thread of the purge's own
     */
    Purger(Containers containers, LongSupplier requests, UnitAccounts units, @Nullable StepTimer given) {
        this.containers = containers;
        this.requests = requests;
        this.units = units;
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
        if (units.rules().limited()) {
            return false;
        }
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
        if (!round.isEmpty()) {
            return PAUSE_MILLIS;
        }
        if (!moreInRound) {
            return IDLE_MILLIS;
        }
        return steppedInRound ? PAUSE_MILLIS : NO_UNITS_MILLIS;
    }

    /** Locked, so that who wakes the purge after a change of the catalog finds it asleep or has it see the change. */
    private synchronized boolean beginRound() {
        moreInRound = false;
        steppedInRound = false;
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
            Opened opened = containers.open(container);
            boolean more = opened != null && purge(opened.container, opened.items);
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

    /** A step of one container, over as many of its partitions as it takes. */
    private boolean purge(ContainerRecord container, Items items) {
        int left = STEP_ITEMS;
        boolean more = false;
        for (PartitionSpec partition : container.partitions()) {
            if (left == 0) {
                steppedInRound = true;
                return true;
            }
            int allowed = units.purgeAllowance(container, partition, left);
            if (allowed == 0) {
                more = true;
                continue;
            }
            PurgeResult step = items.purgeUnnoticed(partition, allowed);
            units.spendOnPurge(container, partition, step.items(), step.units());
            left -= step.items();
            if (isWorthAnother(items, step)) {
                more = true;
                steppedInRound = true;
            }
        }
        return more;
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
