package org.mayflydb.partition;

import java.util.concurrent.Executor;

/** A mutation whose caller does not wait and is notified of the outcome. Another thread leads for it. */
final class SubmittedWrite<R> extends PendingWrite<R> implements Runnable {
    private final Runnable leadership;
    private final Executor leaders;
    private final Completion<R> completion;
    private final long bytes;
    private boolean begun; // guarded by this

    /**
     * @param leadership what leading is
     * @param leaders whose threads it is done by
     */
    SubmittedWrite(Mutation<R> mutation, long bytes, Runnable leadership, Executor leaders, Completion<R> completion) {
        super(mutation, Sharing.ANY);
        this.leadership = leadership;
        this.leaders = leaders;
        this.completion = completion;
        this.bytes = bytes;
    }

    @Override
    long queuedBytes() {
        return bytes;
    }

    @Override
    void lead() {
        try {
            leaders.execute(this);
        } catch (RuntimeException | Error noThread) {
            // What is queued must end one way or another, and this thread is the only one left to see to it.
            run();
        }
    }

    /** Leads, once: an executor that throws may have taken the task all the same. */
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

    @Override
    void finish() {
        try {
            completion.over(this::result);
        } catch (RuntimeException | Error bug) {
            // It must not keep the others of the group from hearing of their outcomes.
            Uncaught.report(bug);
        }
    }
}
