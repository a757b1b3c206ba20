package org.mayflydb.partition;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.NotFoundException;

/**
 * Runs the mutations of a partition one after another, and commits those that wait together as one.
 *
 * <p>There is no writer thread. A caller that finds the partition idle leads: it takes whatever is queued, its own
 * mutation included, runs it, commits once, and hands the lead to one of those who came meanwhile. So a lone writer pays
 * no hand-over, and under load the commit in flight is what gathers the next group; the group shares one synced log
 * write, which is what a durable commit costs.
 */
final class PartitionWriter {
    /** Bounds how long those at the end of a group wait for those before them. */
    private static final int GROUP_MUTATIONS_MAX = 256;

    private final GroupCommit groupCommit;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Pending<?>> queue = new ArrayDeque<>();
    private boolean led;
    private boolean closed;

    PartitionWriter(GroupCommit groupCommit) {
        this.groupCommit = groupCommit;
    }

    /** Runs the mutation, perhaps together with others, and answers when it is committed. */
    <R> R write(Mutation<R> mutation) {
        return submit(new Pending<>(mutation, false));
    }

    /** Runs the mutation in a commit of its own, so that it may scan what is stored. */
    <R> R writeAlone(Mutation<R> mutation) {
        return submit(new Pending<>(mutation, true));
    }

    /** Lets what is queued finish and refuses what comes later: the partition's container is gone. */
    void close() {
        Pending<Boolean> last = new Pending<>(transaction -> true, true);
        lock.lock();
        try {
            closed = true;
            enqueue(last);
        } finally {
            lock.unlock();
        }
        takeTurn(last);
    }

    private <R> R submit(Pending<R> pending) {
        lock.lock();
        try {
            if (closed) {
                throw NotFoundException.owner();
            }
            enqueue(pending);
        } finally {
            lock.unlock();
        }
        takeTurn(pending);
        return pending.result();
    }

    private void enqueue(Pending<?> pending) {
        queue.add(pending);
        if (!led) {
            led = true;
            pending.lead();
        }
    }

    private void takeTurn(Pending<?> pending) {
        pending.awaitTurn();
        if (pending.isLeader()) {
            List<Pending<?>> group = nextGroup();
            groupCommit.run(group);
            passLead();
            group.forEach(Pending::finish);
        }
    }

    private List<Pending<?>> nextGroup() {
        List<Pending<?>> group = new ArrayList<>();
        lock.lock();
        try {
            while (!queue.isEmpty() && group.size() < GROUP_MUTATIONS_MAX) {
                boolean alone = queue.element().alone;
                if (alone && !group.isEmpty()) {
                    break;
                }
                group.add(queue.remove());
                if (alone) {
                    break;
                }
            }
        } finally {
            lock.unlock();
        }
        return group;
    }

    private void passLead() {
        lock.lock();
        try {
            Pending<?> next = queue.peek();
            if (next == null) {
                led = false;
            } else {
                next.lead();
            }
        } finally {
            lock.unlock();
        }
    }

    /** A mutation on its way, and the thread that waits for it. */
    static final class Pending<R> {
        private enum State {
            WAITING,
            LEADING,
            FINISHED
        }

        private final Mutation<R> mutation;
        private final boolean alone;
        private final Thread thread = Thread.currentThread();
        private volatile State state = State.WAITING;
        private @Nullable R result;
        private @Nullable Throwable failure;

        private Pending(Mutation<R> mutation, boolean alone) {
            this.mutation = mutation;
            this.alone = alone;
        }

        /** Runs the mutation; its changes are kept in the transaction or undone, and the outcome is remembered. */
        void run(Transaction transaction) {
            result = null;
            failure = null;
            try {
                result = mutation.apply(transaction);
                transaction.keep();
            } catch (RuntimeException | Error thrown) {
                transaction.rollback();
                failure = thrown;
            }
        }

        void fail(Throwable reason) {
            result = null;
            failure = reason;
        }

        private boolean isLeader() {
            return state == State.LEADING;
        }

        private void lead() {
            moveTo(State.LEADING);
        }

        private void finish() {
            moveTo(State.FINISHED);
        }

        private void moveTo(State next) {
            state = next;
            if (thread != Thread.currentThread()) {
                LockSupport.unpark(thread);
            }
        }

        /** Waits until this mutation leads or is finished. An interrupt does not stop it: the write may be under way. */
        private void awaitTurn() {
            boolean interrupted = false;
            while (state == State.WAITING) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        private R result() {
            if (failure instanceof MayflyException outcome) {
                throw outcome;
            }
            if (failure != null) {
                throw new IllegalStateException("A write failed for a reason it should not have", failure);
            }
            return Invariant.present(result, "a mutation that did not fail has a result");
        }
    }
}
