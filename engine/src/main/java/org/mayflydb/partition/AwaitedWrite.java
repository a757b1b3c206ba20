package org.mayflydb.partition;

import java.util.concurrent.locks.LockSupport;

/** A mutation whose caller waits for it, and leads if it is its turn. */
final class AwaitedWrite<R> extends PendingWrite<R> {
    private enum State {
        WAITING,
        LEADING,
        FINISHED
    }

    private final Thread thread = Thread.currentThread();
    private volatile State state = State.WAITING;

    AwaitedWrite(Mutation<R> mutation, Sharing sharing) {
        super(mutation, sharing);
    }

    /** Nothing that counts: a thread stands behind each, and of those there are not many. */
    @Override
    long queuedBytes() {
        return 0;
    }

    @Override
    void lead() {
        moveTo(State.LEADING);
    }

    @Override
    void finish() {
        moveTo(State.FINISHED);
    }

    private void moveTo(State next) {
        state = next;
        if (thread != Thread.currentThread()) {
            LockSupport.unpark(thread);
        }
    }

    /**
     * Waits until this mutation leads or is finished, and returns true if it leads. An interrupt does not stop it: the
     * write may be under way.
     */
    boolean awaitLead() {
        boolean interrupted = false;
        while (state == State.WAITING) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return state == State.LEADING;
    }
}
