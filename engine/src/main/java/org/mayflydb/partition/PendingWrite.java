package org.mayflydb.partition;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.MayflyException;

/** A mutation on its way, from its place in the queue to its outcome. */
abstract sealed class PendingWrite<R> permits AwaitedWrite, SubmittedWrite {
    private final Mutation<R> mutation;
    private final Sharing sharing;
    private @Nullable R result;
    private @Nullable Throwable failure;

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

    /** Makes somebody lead the group that this mutation is the first of. */
    abstract void lead();

    /** Tells whoever waits that the outcome is known. */
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

    final void fail(Throwable reason) {
        result = null;
        failure = reason;
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
