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
 * <p>Somebody leads while there are any: takes what is queued, runs it and commits once. What comes meanwhile is the next
 * group; it shares one synced log write, which is what a durable commit costs. A caller that waits for its write and
 * finds the partition idle leads its own group and hands the lead on, so a lone writer pays no hand-over. Writes that
 * nobody waits for are led by a thread of an executor, group after group while there are any, so a write costs no
 * thread of its own.
 *
 * <p>Whatever is thrown while somebody leads, every write that is queued gets an outcome and the next one finds a leader.
 */
final class PartitionWriter {
    /** Bounds how long those at the end of a group wait for those before them. */
    private static final int GROUP_MUTATIONS_MAX = 256;

    /** After so many groups a leader makes room for other partitions that its executor may have waiting. */
    private static final int LED_GROUPS_MAX = 64;

    /** What may be queued of writes that nobody waits for: nothing else keeps them from filling the memory. */
    private static final int QUEUED_MUTATIONS_MAX = 4096;

    private static final long QUEUED_BYTES_MAX = 64L << 20;

    private final GroupCommit groupCommit;

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
        this.groupCommit = groupCommit;
    }

    /** Runs the mutation, perhaps together with others, and answers when it is committed. */
    <R> R write(Mutation<R> mutation) {
        return await(new AwaitedWrite<>(mutation, Sharing.ANY));
    }

    /** Runs the mutation before the others of its commit, so that it may scan what is stored. */
    <R> R writeFirst(Mutation<R> mutation) {
        return await(new AwaitedWrite<>(mutation, Sharing.FIRST));
    }

    /** Runs the mutation in a commit of its own, so that it may scan what is stored. */
    <R> R writeAlone(Mutation<R> mutation) {
        return await(new AwaitedWrite<>(mutation, Sharing.NONE));
    }

    /** Runs the mutation in a commit of its own unless somebody else is writing. Never waits for others. */
    <R> void writeIfIdle(Mutation<R> mutation) {
        AwaitedWrite<R> pending = new AwaitedWrite<>(mutation, Sharing.NONE);
        synchronized (lock) {
            if (led || closed) {
                return;
            }
            enqueue(pending);
            pending.lead();
        }
        takeTurn(pending);
        pending.result();
    }

    /**
     * Runs the mutation, perhaps together with others, and tells when it is committed. Does not wait.
     *
     * @param bytes what the mutation keeps in memory, about
     * @param leaders whose threads do the work
     * @throws TooBusyException if too much is waiting; nothing is done then
     */
    <R> void submit(Mutation<R> mutation, long bytes, Executor leaders, Completion<R> completion) {
        SubmittedWrite<R> pending = new SubmittedWrite<>(mutation, bytes, this::leadOn, leaders, completion);
        boolean leads;
        synchronized (lock) {
            checkOpen();
            if (queued >= QUEUED_MUTATIONS_MAX || (queuedBytes > 0 && queuedBytes + bytes > QUEUED_BYTES_MAX)) {
                throw new TooBusyException("Too many writes are waiting for the same partition");
            }
            leads = enqueue(pending);
        }
        if (leads) {
            pending.lead();
        }
    }

    /** Lets what is queued finish and refuses what comes later: the partition's container is gone. */
    void close() {
        AwaitedWrite<Boolean> end = new AwaitedWrite<>(transaction -> true, Sharing.NONE);
        synchronized (lock) {
            closed = true;
            if (enqueue(end)) {
                end.lead();
            }
        }
        takeTurn(end);
    }

    private <R> R await(AwaitedWrite<R> pending) {
        synchronized (lock) {
            checkOpen();
            if (enqueue(pending)) {
                pending.lead();
            }
        }
        takeTurn(pending);
        return pending.result();
    }

    private void checkOpen() {
        if (closed) {
            throw NotFoundException.owner();
        }
    }

    /** Returns true if nobody leads yet, so that this one has to. */
    private boolean enqueue(PendingWrite<?> pending) {
        if (last == null) {
            first = pending;
        } else {
            last.next = pending;
        }
        last = pending;
        queued++;
        queuedBytes += pending.queuedBytes();
        boolean leads = !led;
        led = true;
        return leads;
    }

    private void takeTurn(AwaitedWrite<?> pending) {
        if (!pending.awaitLead()) {
            return;
        }
        Leading.begin();
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

    /** Leads while anything is queued, for callers that do not wait. */
    private void leadOn() {
        Leading.begin();
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

    /** Commits the next group and returns it; returns null if that has failed and nobody leads any more. */
    private @Nullable PendingWrite<?> leadGroup() {
        PendingWrite<?> group = null;
        try {
            group = nextGroup();
            commit(Invariant.present(group, "who leads has something to commit"));
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
     * Leading itself has failed: fails the group at hand and all that is queued, and leaves nobody to lead, so that the next
     * write does.
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

    /** Takes a chain of writes off the queue: one that must be alone, or as many as there are of the others, of which one may have to be the first. */
    private @Nullable PendingWrite<?> nextGroup() {
        synchronized (lock) {
            PendingWrite<?> group = first;
            PendingWrite<?> end = null;
            int size = 0;
            while (first != null && size < GROUP_MUTATIONS_MAX && (size == 0 || first.sharing() == Sharing.ANY)) {
                end = first;
                first = first.next;
                queuedBytes -= end.queuedBytes();
                size++;
                if (end.sharing() == Sharing.NONE) {
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
        // Without the lock, because it may run elsewhere and at once. Only who leads takes from the queue.
        if (next != null) {
            next.lead();
        }
    }

    /** The first of the next group; if there is none, nobody leads from now on. */
    private @Nullable PendingWrite<?> successor() {
        synchronized (lock) {
            led = first != null;
            return first;
        }
    }
}
