package org.mayflydb.partition;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
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
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<PendingWrite<?>> queue = new ArrayDeque<>();
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

    /**
     * Runs the mutation, perhaps together with others, and tells when it is committed. Does not wait.
     *
     * @param bytes what the mutation keeps in memory, about
     * @param leaders whose threads do the work
     * @throws TooBusyException if too much is waiting; nothing is done then
     */
    <R> void submit(Mutation<R> mutation, long bytes, Executor leaders, Completion<R> completion) {
        SubmittedWrite<R> pending = new SubmittedWrite<>(mutation, bytes, this::leadOn, leaders, completion);
        boolean first;
        lock.lock();
        try {
            checkOpen();
            if (queue.size() >= QUEUED_MUTATIONS_MAX || (queuedBytes > 0 && queuedBytes + bytes > QUEUED_BYTES_MAX)) {
                throw new TooBusyException("Too many writes are waiting for the same partition");
            }
            first = enqueue(pending);
        } finally {
            lock.unlock();
        }
        if (first) {
            pending.lead();
        }
    }

    /** Lets what is queued finish and refuses what comes later: the partition's container is gone. */
    void close() {
        AwaitedWrite<Boolean> last = new AwaitedWrite<>(transaction -> true, Sharing.NONE);
        lock.lock();
        try {
            closed = true;
            if (enqueue(last)) {
                last.lead();
            }
        } finally {
            lock.unlock();
        }
        takeTurn(last);
    }

    private <R> R await(AwaitedWrite<R> pending) {
        lock.lock();
        try {
            checkOpen();
            if (enqueue(pending)) {
                pending.lead();
            }
        } finally {
            lock.unlock();
        }
        takeTurn(pending);
        return pending.result();
    }

    private void checkOpen() {
        if (closed) {
            throw NotFoundException.owner();
        }
    }

    /** Answers whether nobody leads yet, so that this one has to. */
    private boolean enqueue(PendingWrite<?> pending) {
        queue.add(pending);
        queuedBytes += pending.queuedBytes();
        boolean first = !led;
        led = true;
        return first;
    }

    private void takeTurn(AwaitedWrite<?> pending) {
        if (pending.awaitLead()) {
            List<PendingWrite<?>> group = nextGroup();
            groupCommit.run(group);
            passLead();
            group.forEach(PendingWrite::finish);
        }
    }

    /** Leads while anything is queued, for callers that have gone on. */
    private void leadOn() {
        for (int groups = 0; groups < LED_GROUPS_MAX; groups++) {
            List<PendingWrite<?>> group = nextGroup();
            groupCommit.run(group);
            group.forEach(PendingWrite::finish);
            if (successor() == null) {
                return;
            }
        }
        passLead();
    }

    private List<PendingWrite<?>> nextGroup() {
        List<PendingWrite<?>> group = new ArrayList<>();
        lock.lock();
        try {
            while (!queue.isEmpty() && group.size() < GROUP_MUTATIONS_MAX) {
                Sharing sharing = queue.element().sharing();
                if (sharing != Sharing.ANY && !group.isEmpty()) {
                    break;
                }
                PendingWrite<?> next = queue.remove();
                queuedBytes -= next.queuedBytes();
                group.add(next);
                if (sharing == Sharing.NONE) {
                    break;
                }
            }
        } finally {
            lock.unlock();
        }
        return group;
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
        lock.lock();
        try {
            PendingWrite<?> next = queue.peek();
            led = next != null;
            return next;
        } finally {
            lock.unlock();
        }
    }
}
