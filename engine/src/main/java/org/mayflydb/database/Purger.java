package org.mayflydb.database;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
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
 * <p><b>Turns.</b> Every container whose time to live is on gets one step in each
 * round. So whatever others have to delete, a container waits for no more than one step of each of them before its own.
 * A round in which nothing was left to delete is followed by a pause of a second, because deadlines are whole seconds.
 * While no container has its time to live on there are no rounds at all; {@link #wake} begins them.
 *
 * <p><b>Requests go first.</b> Where throughput is limited, a step deletes what the units pay for that requests have left
 * over in the running second, and nothing while they leave none. Where it is not, {@link PurgePace} bounds the time of
 * a step and the pauses between steps by what requests leave over of the machine. A request waits for at most the one
 * commit of a step.
 *
 * <p><b>Trust.</b> There are no steps while the clock is not trusted.
 *
 * <p><b>Failures.</b> A container whose step failed is skipped for a while, each time twice as long, and the others continue.
 *
 * <p>Time is only counted by the pauses that were asked for, so a test that runs the steps itself decides everything.
 */
final class Purger implements AutoCloseable {
    /** Where throughput is limited; the units bound it further. */
    static final int STEP_ITEMS = 100;

    static final long PAUSE_MILLIS = 5;
    static final long IDLE_MILLIS = 1000;

    /** Until requests may have left something over. */
    static final long NO_UNITS_MILLIS = 25;

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
    private final UnitAccounts units;
    private final BooleanSupplier isTrusted;
    private final LoadMeter meter;
    private final PurgePace pace;
    private final @Nullable StepThread ownThread;
    private final StepTimer timer;
    private final AtomicLong failures = new AtomicLong();
    private final BackgroundFailures listeners;

    private boolean awake; // guarded by this
    private volatile boolean closed;

    // The rest is touched by one step at a time.
    private final Queue<ContainerRecord> round = new ArrayDeque<>();
    private final Map<ResourceId, Failing> failing = new HashMap<>();
    private boolean moreInRound;
    private boolean steppedInRound;
    private long elapsedMillis;
    private volatile long startedNanos;

    /**
     * @param units what requests and the purge spend
     * @param isTrusted whether the clock is
     * @param given runs the steps; null for a thread of the purge's own
     */
    Purger(
            Containers containers,
            UnitAccounts units,
            BooleanSupplier isTrusted,
            LoadMeter meter,
            @Nullable StepTimer given,
            BackgroundFailures listeners) {
        this.listeners = listeners;
        this.containers = containers;
        this.units = units;
        this.isTrusted = isTrusted;
        this.meter = meter;
        this.pace = new PurgePace(meter);
        if (given == null) {
            StepThread thread = new StepThread("mayfly-purge");
            this.ownThread = thread;
            this.timer = thread;
        } else {
            this.ownThread = null;
            this.timer = given;
        }
    }

    /** The share of the time that steps may take where throughput is not limited. */
    double duty() {
        return pace.duty();
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
            pauseMillis = isTrusted.getAsBoolean() ? step() : IDLE_MILLIS;
        } catch (RuntimeException | Error unreadableCatalog) {
            failed(unreadableCatalog);
        }
        goOn(pauseMillis);
    }

    private synchronized void goOn(long millis) {
        if (awake && !closed) {
            timer.runAfter(millis, () -> turn(millis));
        }
    }

    /** Returns how long to pause. */
    private long step() {
        if (round.isEmpty() && !beginRound()) {
            return IDLE_MILLIS;
        }
        moreInRound |= purge(round.remove());
        long pauseMillis = units.rules().limited() ? PAUSE_MILLIS : pace.pauseMillis();
        if (!round.isEmpty()) {
            return pauseMillis;
        }
        if (!moreInRound) {
            return IDLE_MILLIS;
        }
        return steppedInRound ? pauseMillis : NO_UNITS_MILLIS;
    }

    /** Locked, so that who wakes the purge after a change of the catalog finds it asleep or has it see the change. */
    private synchronized boolean beginRound() {
        moreInRound = false;
        steppedInRound = false;
        round.addAll(containers.expiring());
        pace.retain(round.stream().map(ContainerRecord::rid).toList());
        if (!failing.isEmpty()) {
            failing.keySet().retainAll(round.stream().map(ContainerRecord::rid).toList());
        }
        awake = !round.isEmpty();
        return awake;
    }

    /** Returns true if there is more to delete. */
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
            failed(failure);
            long pause = last == null ? RETRY_MILLIS_MIN : Math.min(2 * last.pauseMillis, RETRY_MILLIS_MAX);
            failing.put(container.rid(), new Failing(pause, elapsedMillis + pause));
        }
        return false;
    }

    private void failed(Throwable failure) {
        failures.incrementAndGet();
        listeners.report("A step of the purge", failure);
    }

    /** A step of one container, over as many of its partitions as it takes. */
    private boolean purge(ContainerRecord container, Items items) {
        int left = units.rules().limited() ? STEP_ITEMS : pace.stepItems(container.rid());
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
            startedNanos = meter.nanoTime();
            PurgeResult step =
                    items.removal().purgeUnnoticed(partition, allowed, () -> startedNanos = meter.nanoTime());
            pace.stepped(container.rid(), step.items(), meter.nanoTime() - startedNanos, step.lateSeconds());
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
