package org.mayflydb.database;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ClockWatch;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.database.EngineListener.PartitionAhead;
import org.mayflydb.item.Items;
import org.mayflydb.partition.Partition;

/**
 * The engine's watch over its clock: tells the listener when the clock cannot be trusted, and which partitions have a time
 * of their own because it was once ahead.
 */
public final class TimeKeeping implements AutoCloseable {
    /** A partition may be ahead of the clock by less than this without a report. */
    private static final long AHEAD_SECONDS_MAX = 3600;

    private final ClockWatch watch;
    private final Duration grace;
    private final EngineListener listener;
    private final Supplier<List<OpenedContainer>> containers;
    private final @Nullable StepThread ownThread;
    private final Executor background;

    /**
     * @param containers those that are open, found without waiting
     * @param given looks through the partitions, which may be many; null for a thread of its own
     */
    TimeKeeping(EngineSettings settings, Supplier<List<OpenedContainer>> containers, @Nullable Executor given) {
        this.listener = settings.listener();
        this.containers = containers;
        ClockWatch.Rules rules = settings.time().clockRules();
        this.grace = rules == null ? Duration.ZERO : rules.grace();
        if (given == null) {
            StepThread thread = new StepThread("mayfly-clock");
            this.ownThread = thread;
            this.background = task -> thread.runAfter(0, task);
        } else {
            this.ownThread = null;
            this.background = given;
        }
        this.watch = new ClockWatch(settings.time().clock(), rules, new Reports());
    }

    ClockWatch watch() {
        return watch;
    }

    /** Whether the clock has jumped ahead, so that nothing is deleted for being old. */
    public boolean isSuspect() {
        return watch.look().jump() != null;
    }

    /** How far the clock has jumped ahead; zero while it is trusted. */
    public Duration ahead() {
        return watch.ahead();
    }

    /** In what time a suspect time is accepted; zero while the clock is trusted. */
    public Duration graceLeft() {
        return watch.graceLeft();
    }

    /** Trusts a clock that has jumped ahead, so that deletion continues at once; returns false if it has not. */
    public boolean accept() {
        return watch.accept();
    }

    /** How many open partitions have a time more than an hour ahead of the clock. */
    public long partitionsAhead() {
        return containers.get().stream()
                .flatMap(opened -> opened.items().partitions().stream())
                .filter(partition -> partition.secondsAhead() > AHEAD_SECONDS_MAX)
                .count();
    }

    private static List<PartitionAhead> partitionsAhead(List<OpenedContainer> among, long moreThanSeconds) {
        List<PartitionAhead> found = new ArrayList<>();
        for (OpenedContainer opened : among) {
            for (Partition partition : opened.items().partitions()) {
                long ahead = partition.secondsAhead();
                if (ahead > moreThanSeconds) {
                    found.add(new PartitionAhead(
                            opened.container().database().id(),
                            opened.container().id(),
                            partition.number(),
                            Duration.ofSeconds(ahead)));
                }
            }
        }
        return found;
    }

    /** A container was opened: its partitions may be ahead of the clock from the beginning. */
    void opened(ContainerRecord container, Items items) {
        warnOfClockBehind(List.of(new OpenedContainer(container, items)));
    }

    private void warnOfClockBehind(List<OpenedContainer> among) {
        List<PartitionAhead> ahead = partitionsAhead(among, AHEAD_SECONDS_MAX);
        if (!ahead.isEmpty()) {
            listener.clockBehind(ahead);
        }
    }

    private void nameThoseHeldByWrites() {
        List<PartitionAhead> held = partitionsAhead(containers.get(), 0);
        if (!held.isEmpty()) {
            listener.timeHeldByWrites(held);
        }
    }

    @Override
    public void close() {
        if (ownThread != null) {
            ownThread.close();
        }
    }

    private final class Reports implements ClockWatch.Observer {
        @Override
        public void jumped(Duration ahead) {
            listener.clockJumped(ahead, grace);
        }

        @Override
        public void trusted(boolean takenBack, Duration ahead) {
            if (takenBack) {
                listener.clockTakenBack();
                background.execute(TimeKeeping.this::nameThoseHeldByWrites);
            } else {
                listener.clockAccepted(ahead);
            }
        }

        @Override
        public void wentBack(long fromSecond, long toSecond) {
            if (fromSecond - toSecond > AHEAD_SECONDS_MAX) {
                background.execute(() -> warnOfClockBehind(containers.get()));
            }
        }
    }
}
