package org.mayflydb.partition;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.TooBusyException;
import org.mayflydb.partition.PendingWrite.Sharing;

/**
 * Runs the mutations of a partition one after another, and commits those that wait together as one.
 *
 * <p>One thread at a time leads: it takes what is queued, runs it and commits once. What arrives meanwhile is the next
 * group; it shares one synced log write, which is what a durable commit costs. A caller that waits for its write and
 * finds the partition idle leads its own group and hands the lead on ({@link WaitingThread}), so a lone writer pays no
 * hand-over. For all other writes a thread of an executor leads, group after group while there are any, so a write costs
 * no thread of its own.
 *
 * <p>Whatever is thrown while a thread leads, every queued write gets an outcome and the next one finds a leader.
 */
final class PartitionWriter {
    /** Bounds how long those at the end of a group wait for those before them. */
    private static final int GROUP_MUTATIONS_MAX = 256;

    /** After so many groups a leader makes room for other partitions that its executor may have waiting. */
    private static final int LED_GROUPS_MAX = 64;

    /** Bounds the queued writes that no thread waits for: nothing else keeps them from filling the memory. */
    private static final int QUEUED_MUTATIONS_MAX = 4096;

    private static final long QUEUED_BYTES_MAX = 64L << 20;

    private final GroupCommit groupCommit;
    private final Runnable markThread;
    private final Runnable leadOneGroup = this::leadOneGroup;
    private final Runnable leadGroups = this::leadGroups;

    /** Held for a few instructions, and for nothing that waits. */
    private final Object lock = new Object();

    // Guarded by lock.
    private @Nullable PendingWrite<?> first;
    private @Nullable PendingWrite<?> last;
    private int queued;
    private long queuedBytes;
    private boolean led;
    private boolean closed;

    PartitionWriter(GroupCommit groupCommit) {
        this(groupCommit, Leading::begin);
    }

    /** @param markThread marks the current thread as one that leads */
    PartitionWriter(GroupCommit groupCommit, Runnable markThread) {
        this.groupCommit = groupCommit;
        this.markThread = markThread;
    }

    /** Submits a mutation and waits for its outcome; the calling thread leads if it is its turn. */
    <R> R write(Mutation<R> mutation, Sharing sharing) {
        WaitingThread<R> caller = new WaitingThread<>();
        submit(mutation, sharing, 0, caller, caller);
        return caller.result();
    }

    /** Runs the mutation in a commit of its own unless the partition is being written. Never waits for other writes. */
    <R> void writeIfIdle(Mutation<R> mutation) {
        WaitingThread<R> caller = new WaitingThread<>();
        PendingWrite<R> pending = new PendingWrite<>(mutation, Sharing.NONE, 0, leadOneGroup, caller, caller);
        synchronized (lock) {
            if (led || closed) {
                return;
            }
            enqueue(pending);
        }
        pending.lead();
        R unused = caller.result();
    }

    /**
     * Runs the mutation, perhaps together with others, and completes it once it is committed or has failed. Does not wait.
     *
     * @param bytes what the mutation keeps in memory, approximately
     * @param leaders runs the thread that leads
     * @throws TooBusyException if too much is waiting; nothing is done then
     */
    <R> void submit(Mutation<R> mutation, Sharing sharing, long bytes, Executor leaders, Completion<R> completion) {
        // Each waiting caller occupies a thread, which bounds their number.
        boolean waits = leaders instanceof WaitingThread;
        PendingWrite<R> pending = new PendingWrite<>(
                mutation, sharing, waits ? 0 : bytes, waits ? leadOneGroup : leadGroups, leaders, completion);
        boolean leads;
        synchronized (lock) {
            // What takes a turn writes nothing by itself, and may be what ends the ownership of a closed partition.
            if (sharing != Sharing.TURN) {
                checkOpen();
            }
            if (!waits
                    && (queued >= QUEUED_MUTATIONS_MAX
                            || (queuedBytes > 0 && queuedBytes + bytes > QUEUED_BYTES_MAX))) {
                throw new TooBusyException("Too many writes are waiting for the same partition");
            }
            leads = enqueue(pending);
        }
        // Without the lock, because it may run elsewhere and immediately.
        if (leads) {
            pending.lead();
        }
    }

    /** Lets what is queued finish and refuses what comes later: the partition's container is gone. */
    void close() {
        WaitingThread<Boolean> caller = new WaitingThread<>();
        PendingWrite<Boolean> end =
                new PendingWrite<>(transaction -> true, Sharing.NONE, 0, leadOneGroup, caller, caller);
        boolean leads;
        synchronized (lock) {
            closed = true;
            leads = enqueue(end);
        }
        if (leads) {
            end.lead();
        }
        caller.join();
    }

    private void checkOpen() {
        if (closed) {
            throw NotFoundException.owner();
        }
    }

    /** Returns true if no thread leads yet, so that this write has to find one. */
    private boolean enqueue(PendingWrite<?> pending) {
        if (last == null) {
            first = pending;
        } else {
            last.next = pending;
        }
        last = pending;
        queued++;
        queuedBytes += pending.bytes();
        boolean leads = !led;
        led = true;
        return leads;
    }

    /** Leads the group of a caller that waits, and hands the lead on before the group is completed. */
    private void leadOneGroup() {
        if (!beginLeading()) {
            return;
        }
        try {
            PendingWrite<?> group = leadGroup();
            if (group != null) {
                passLead();
                PendingWrite.finishAll(group);
            }
        } finally {
            Leading.end();
        }
    }

    /** Leads while anything is queued. */
    private void leadGroups() {
        if (!beginLeading()) {
            return;
        }
        try {
            for (int groups = 0; groups < LED_GROUPS_MAX; groups++) {
                PendingWrite<?> group = leadGroup();
                PendingWrite.finishAll(group);
                if (group == null || successor() == null) {
                    return;
                }
            }
        } finally {
            Leading.end();
        }
        passLead();
    }

    /** Returns false if that has failed, because a new thread's first mark takes memory; then no thread leads any more. */
    private boolean beginLeading() {
        try {
            markThread.run();
            return true;
        } catch (RuntimeException | Error failure) {
            giveUp(null, failure);
            return false;
        }
    }

    /** Commits the next group and returns it; returns null if that has failed and no thread leads any more. */
    private @Nullable PendingWrite<?> leadGroup() {
        PendingWrite<?> group = null;
        try {
            group = nextGroup();
            commit(Invariant.present(group, "a leader has a group to commit"));
            return group;
        } catch (RuntimeException | Error failure) {
            giveUp(group, failure);
            return null;
        }
    }

    /** Every write of the group has an outcome afterwards. */
    private void commit(PendingWrite<?> group) {
        try {
            groupCommit.run(group);
        } catch (RuntimeException | Error bug) {
            PendingWrite.failUndecided(group, bug);
            Uncaught.report(bug);
        }
    }

    /**
     * Leading itself has failed: fails the group at hand and all that is queued, and leaves no leader, so that the next
     * write finds one.
     */
    private void giveUp(@Nullable PendingWrite<?> group, Throwable failure) {
        PendingWrite<?> abandoned;
        synchronized (lock) {
            abandoned = first;
            first = null;
            last = null;
            queued = 0;
            queuedBytes = 0;
            led = false;
        }
        PendingWrite.failUndecided(group, failure);
        PendingWrite.finishAll(group);
        PendingWrite.failUndecided(abandoned, failure);
        PendingWrite.finishAll(abandoned);
        Uncaught.report(failure);
    }

    /** Takes a chain of writes off the queue: one that must be alone, or as many others as there are. */
    private @Nullable PendingWrite<?> nextGroup() {
        synchronized (lock) {
            PendingWrite<?> group = first;
            PendingWrite<?> end = null;
            int size = 0;
            while (first != null && size < GROUP_MUTATIONS_MAX && (size == 0 || first.sharing() == Sharing.ANY)) {
                end = first;
                first = first.next;
                queuedBytes -= end.bytes();
                size++;
                if (end.isAlone()) {
                    break;
                }
            }
            queued -= size;
            if (end != null) {
                end.next = null;
            }
            if (first == null) {
                last = null;
            }
            return group;
        }
    }

    private void passLead() {
        PendingWrite<?> next = successor();
        // Without the lock, because it may run elsewhere and immediately. Only the leader takes from the queue.
        if (next != null) {
            next.lead();
        }
    }

    /** Returns the first write of the next group; if there is none, no thread leads from now on. */
    private @Nullable PendingWrite<?> successor() {
        synchronized (lock) {
            led = first != null;
            return first;
        }
    }
}
