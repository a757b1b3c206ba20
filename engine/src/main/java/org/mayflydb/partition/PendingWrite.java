package org.mayflydb.partition;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.MayflyException;

/**
 * A mutation on its way, from its place in the queue to its outcome. Queues and groups are chains of these: queueing a
 * write, taking a group and answering it allocate nothing, so they work without memory too.
 */
abstract sealed class PendingWrite<R> permits AwaitedWrite, SubmittedWrite {
    /** The write behind this one in its queue or group; guarded by the queue's lock, then touched by its leader alone. */
    @Nullable
    PendingWrite<?> next;

    private final Mutation<R> mutation;
    private final Sharing sharing;
    private @Nullable R result;
    private @Nullable Throwable failure;
    private boolean finished;

    /** Whom a mutation shares its commit with. */
    enum Sharing {
        /** Anybody. */
        ANY,
        /** Those behind it. */
        FIRST,
        NONE
    }

    PendingWrite(Mutation<R> mutation, Sharing sharing) {
        this.mutation = mutation;
        this.sharing = sharing;
    }

    Sharing sharing() {
        return sharing;
    }

    /** What it keeps in memory while it is queued, about. */
    abstract long queuedBytes();

    /** Makes somebody lead the group that this mutation is the first of. Never throws. */
    abstract void lead();

    /** Tells whoever waits that the outcome is known. Never throws. */
    abstract void finish();

    /** Runs the mutation; its changes are kept in the transaction or undone, and the outcome is remembered. */
    final void run(Transaction transaction) {
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

    /** Tells whoever waits for this write or one behind it, once. */
    static void finishAll(@Nullable PendingWrite<?> first) {
        PendingWrite<?> each = first;
        while (each != null) {
            PendingWrite<?> rest = each.next;
            if (!each.finished) {
                each.finished = true;
                each.finish();
            }
            each = rest;
        }
    }

    /** What the mutation has answered, or what it has thrown. */
    final R result() {
        if (failure instanceof MayflyException outcome) {
            throw outcome;
        }
        if (failure != null) {
            throw new IllegalStateException("A write failed for a reason it should not have", failure);
        }
        return Invariant.present(result, "a mutation that did not fail has a result");
    }
}
