package org.mayflydb.database;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.key.ResourceId;

/**
 * A job over containers that take turns: in each round, every container that needs it and is not at rest gets one step. So a container waits
 * for at most one step of each other one, however much those need.
 *
 * <p>A round that leaves nothing to do is followed by an idle pause; if no container needs the job at all, it sleeps. A
 * container whose step failed is skipped for a while, each time twice as long, and the others continue.
 *
 * <p>Time is counted by the pauses that were asked for, so a test that runs the steps itself controls it.
 */
final class ContainerRounds implements StepLoop.Job {
    static final long RETRY_MILLIS_MIN = 1000;
    static final long RETRY_MILLIS_MAX = 60_000;

    /** What is left to do for a container after a step. */
    enum Progress {
        DONE,
        MORE,
        /** There is more, but it cannot be done at present. */
        BLOCKED
    }

    /** What the job does to one container, and how fast. */
    interface Work {
        /** The containers that need a step, or will need one. Opens none of them. */
        List<ContainerRecord> due();

        /** Returns true if a step for a container that is due would find nothing to do yet. */
        default boolean isAtRest(ContainerRecord container) {
            return false;
        }

        /** Does a bounded part of the work for a container. */
        Progress step(ContainerRecord container);

        /** The pause after the step just made. */
        long pauseMillis();

        /** The pause after a round in which every container was blocked or done. */
        long blockedMillis();

        /** The pause after a round that left nothing to do. */
        long idleMillis();

        /** Returns true while no step may be made. */
        default boolean isSuspended() {
            return false;
        }
    }

    private record Failing(long pauseMillis, long untilMillis) {}

    private final Work work;
    private final JobFailures failures;

    // Used by one step at a time.
    private final Queue<ContainerRecord> round = new ArrayDeque<>();
    private final Map<ResourceId, Failing> failing = new HashMap<>();
    private Progress roundProgress = Progress.DONE;
    private long elapsedMillis;

    ContainerRounds(Work work, JobFailures failures) {
        this.work = work;
        this.failures = failures;
    }

    @Override
    public StepLoop.Pauses pauses() {
        return new StepLoop.Pauses(0, work.idleMillis());
    }

    @Override
    public long step(long waitedMillis) {
        elapsedMillis += waitedMillis;
        if (work.isSuspended()) {
            return work.idleMillis();
        }
        if (round.isEmpty()) {
            List<ContainerRecord> due = work.due();
            if (due.isEmpty()) {
                failing.clear();
                return StepLoop.SLEEP;
            }
            beginRound(due);
            if (round.isEmpty()) {
                return work.idleMillis();
            }
        }
        Progress progress = step(round.remove());
        if (progress == Progress.MORE || roundProgress == Progress.DONE) {
            roundProgress = progress;
        }
        long pauseMillis = work.pauseMillis();
        if (!round.isEmpty()) {
            return pauseMillis;
        }
        return switch (roundProgress) {
            case DONE -> work.idleMillis();
            case MORE -> pauseMillis;
            case BLOCKED -> work.blockedMillis();
        };
    }

    private void beginRound(List<ContainerRecord> due) {
        roundProgress = Progress.DONE;
        for (ContainerRecord container : due) {
            if (!work.isAtRest(container)) {
                round.add(container);
            }
        }
        if (!failing.isEmpty()) {
            failing.keySet().retainAll(due.stream().map(ContainerRecord::rid).collect(Collectors.toSet()));
        }
    }

    private Progress step(ContainerRecord container) {
        Failing last = failing.get(container.rid());
        if (last != null && elapsedMillis < last.untilMillis) {
            return Progress.DONE;
        }
        try {
            Progress progress = work.step(container);
            failing.remove(container.rid());
            return progress;
        } catch (NotFoundException deleted) {
            failing.remove(container.rid());
        } catch (RuntimeException failure) {
            backOff(container, last);
            failures.report(failure);
        } catch (Error failure) {
            backOff(container, last);
            throw failure;
        }
        return Progress.DONE;
    }

    private void backOff(ContainerRecord container, @Nullable Failing last) {
        long pause = last == null ? RETRY_MILLIS_MIN : Math.min(2 * last.pauseMillis, RETRY_MILLIS_MAX);
        failing.put(container.rid(), new Failing(pause, elapsedMillis + pause));
    }
}
