package org.mayflydb.partition;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.MayflyException;

/**
 * A mutation between its submission and its outcome. Queues and groups are chains of these: queueing a write, taking a
 * group and completing it allocate nothing, so they work without free memory too.
 */
final class PendingWrite<R> implements Runnable, Supplier<R> {
    /** The write behind this one in its queue or group; guarded by the queue's lock, then used by its leader alone. */
    @Nullable
    PendingWrite<?> next;

    private final Mutation<R> mutation;
    private final Sharing sharing;
    private final long bytes;
    private final Runnable leadership;
    private final Executor leaders;
    private final Completion<R> completion;

    private @Nullable R result;
    private @Nullable Throwable failure;
    private boolean finished;
    private boolean begun; // guarded by this

    /** With which other mutations a mutation shares its commit. */
    enum Sharing {
        /** Any. */
        ANY,
        /** Those behind it. */
        FIRST,
        /** None. */
        NONE,
        /** None, and it is an action instead of a mutation: it commits nothing and runs only once. */
        TURN
    }

    /**
     * @param bytes what it keeps in memory while it is queued, approximately
     * @param leadership leads the partition
     * @param leaders runs {@code leadership} if this write is the first of its group
     */
    PendingWrite(
            Mutation<R> mutation,
            Sharing sharing,
            long bytes,
            Runnable leadership,
            Executor leaders,
            Completion<R> completion) {
        this.mutation = mutation;
        this.sharing = sharing;
        this.bytes = bytes;
        this.leadership = leadership;
        this.leaders = leaders;
        this.completion = completion;
    }

    Sharing sharing() {
        return sharing;
    }

    boolean isAlone() {
        return sharing == Sharing.NONE || sharing == Sharing.TURN;
    }

    long bytes() {
        return bytes;
    }

    /** Makes a thread lead the group that this write is the first of. Never throws. */
    void lead() {
        try {
            leaders.execute(this);
        } catch (RuntimeException | Error noThread) {
            // What is queued must end, and only this thread is left to do it.
            run();
        }
    }

    /** Leads, once: an executor that throws may have accepted the task nevertheless. */
    @Override
    public void run() {
        synchronized (this) {
            if (begun) {
                return;
            }
            begun = true;
        }
        leadership.run();
    }

    /** See {@link Mutation#reads}. */
    List<byte[]> reads() {
        return mutation.reads();
    }

    /** Runs the mutation; its changes are kept in the transaction or undone, and the outcome is remembered. */
    void apply(Transaction transaction) {
        result = null;
        failure = null;
        try {
            result = sharing == Sharing.TURN ? mutation.apply(transaction) : transaction.run(mutation);
            transaction.keep();
        } catch (RuntimeException | Error thrown) {
            transaction.rollback();
            failure = thrown;
        }
    }

    /** Gives this write and all behind it the same outcome. */
    static void failAll(@Nullable PendingWrite<?> first, Throwable reason) {
        for (PendingWrite<?> each = first; each != null; each = each.next) {
            each.result = null;
            each.failure = reason;
        }
    }

    /** Gives this write and all behind it an outcome if they have none. */
    static void failUndecided(@Nullable PendingWrite<?> first, Throwable reason) {
        for (PendingWrite<?> each = first; each != null; each = each.next) {
            if (each.result == null && each.failure == null) {
                each.failure = reason;
            }
        }
    }

    /** Completes this write and all behind it, each once. */
    static void finishAll(@Nullable PendingWrite<?> first) {
        PendingWrite<?> each = first;
        while (each != null) {
            PendingWrite<?> rest = each.next;
            each.finish();
            each = rest;
        }
    }

    private void finish() {
        if (finished) {
            return;
        }
        finished = true;
        try {
            completion.over(this);
        } catch (RuntimeException | Error bug) {
            // The other writes of the group must be completed all the same.
            Uncaught.report(bug);
        }
    }

    /** Returns the result of the mutation, or throws what it has thrown. */
    @Override
    public R get() {
        if (failure instanceof MayflyException outcome) {
            throw outcome;
        }
        if (failure != null) {
            throw new IllegalStateException("A write failed for a reason it should not have", failure);
        }
        return Invariant.present(result, "a mutation that did not fail has a result");
    }
}
