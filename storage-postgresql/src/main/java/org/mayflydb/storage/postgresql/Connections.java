package org.mayflydb.storage.postgresql;

import java.sql.SQLException;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Deadline;
import org.mayflydb.storage.StoreUnavailableException;

/** A bounded pool of connections, opened when they are needed and used again, the latest first. */
final class Connections implements AutoCloseable {
    private final Connector connector;
    private final ServerFailures failures;
    private final int most;
    private final Semaphore free;
    private final Deque<ServerSession> idle = new ConcurrentLinkedDeque<>();
    private final AtomicInteger generation = new AtomicInteger();
    private final AtomicBoolean closed = new AtomicBoolean();

    Connections(Connector connector, ServerFailures failures, int most) {
        this.connector = connector;
        this.failures = failures;
        this.most = most;
        this.free = new Semaphore(most, true);
    }

    /**
     * Takes a connection, which must be given back or discarded.
     *
     * @throws StoreUnavailableException if none is free by the deadline, or the server does not take one
     */
    ServerSession take(Deadline deadline) {
        checkOpen();
        acquire(deadline);
        boolean taken = false;
        try {
            checkOpen();
            ServerSession session = usable();
            if (session == null) {
                session = new ServerSession(connector.connect(deadline), generation.get());
            }
            taken = true;
            return session;
        } catch (SQLException failure) {
            throw failures.connecting(failure);
        } finally {
            if (!taken) {
                free.release();
            }
        }
    }

    private void acquire(Deadline deadline) {
        try {
            if (!free.tryAcquire(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new StoreUnavailableException("all " + most + " connections to " + failures.location()
                        + " are in use: repeat the request, or raise the parameter connections of the address");
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("a call was interrupted before it began", interruption);
        }
    }

    private @Nullable ServerSession usable() {
        while (true) {
            ServerSession session = idle.pollFirst();
            if (session == null || session.generation() == generation.get()) {
                return session;
            }
            session.close();
        }
    }

    void giveBack(ServerSession session) {
        if (closed.get()) {
            discard(session);
        } else {
            idle.addFirst(session);
            free.release();
        }
    }

    void discard(ServerSession session) {
        session.close();
        free.release();
    }

    /** A connection broke, so those that wait unused may be broken too: they are not used again. */
    void suspectAll() {
        generation.incrementAndGet();
    }

    boolean isClosed() {
        return closed.get();
    }

    void checkOpen() {
        if (closed.get()) {
            throw new StoreUnavailableException("the store " + failures.location() + " is closed");
        }
    }

    /** Waits for the calls under way, each of which ends by its deadline. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            free.acquireUninterruptibly(most);
            closeIdle();
        }
    }

    private void closeIdle() {
        for (ServerSession session = idle.pollFirst(); session != null; session = idle.pollFirst()) {
            session.close();
        }
    }
}
