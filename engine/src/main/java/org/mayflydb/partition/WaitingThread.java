package org.mayflydb.partition;

import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;

/**
 * The calling thread while it waits for one write that it submits. It leads the write's partition itself if it is its
 * turn, so a lone writer pays for no hand-over between threads.
 *
 * <p>To be passed to {@link Partition#submit} both as leaders and as completion, and then joined by the thread that
 * created it.
 */
public final class WaitingThread<R> implements Executor, Completion<R> {
    private final Thread thread = Thread.currentThread();
    private volatile @Nullable Runnable leadership;
    private volatile @Nullable Supplier<R> outcome;

    /** Makes the waiting thread lead. */
    @Override
    public void execute(Runnable command) {
        leadership = command;
        wake();
    }

    @Override
    public void over(Supplier<R> result) {
        outcome = result;
        wake();
    }

    private void wake() {
        if (thread != Thread.currentThread()) {
            LockSupport.unpark(thread);
        }
    }

    /** Waits for the write and returns its result or throws its failure. */
    public R result() {
        join();
        return Invariant.present(outcome, "a write that has ended has an outcome")
                .get();
    }

    /** Waits until the write has ended, whatever its outcome. An interrupt does not end it: the write may be in progress. */
    void join() {
        boolean interrupted = false;
        while (!hasEnded()) {
            if (!leadIfAsked()) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    boolean hasEnded() {
        return outcome != null;
    }

    boolean isAsked() {
        return leadership != null;
    }

    /** Leads the partition if it is this thread's turn; returns false if it is not. */
    boolean leadIfAsked() {
        Runnable turn = leadership;
        if (turn == null) {
            return false;
        }
        leadership = null;
        turn.run();
        return true;
    }
}
