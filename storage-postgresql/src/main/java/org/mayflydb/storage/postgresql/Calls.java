package org.mayflydb.storage.postgresql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Deadline;
import org.mayflydb.storage.StoreUnavailableException;

/** Runs calls on connections of the pool, on the caller's thread, and ends those that take too long. */
final class Calls implements AutoCloseable {
    private final Connections connections;
    private final ServerFailures failures;
    private final Duration timeout;
    private final ScheduledThreadPoolExecutor watch;

    /** Something to do on a connection. */
    @FunctionalInterface
    interface Call<T> {
        T on(Connection connection) throws SQLException;
    }

    /** @param timeout after which a call without an earlier deadline is ended */
    Calls(Connections connections, ServerFailures failures, Duration timeout) {
        this.connections = connections;
        this.failures = failures;
        this.timeout = timeout;
        this.watch = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "mayfly-postgresql-deadlines");
            thread.setDaemon(true);
            return thread;
        });
        watch.setRemoveOnCancelPolicy(true);
    }

    /** The deadline of a caller, but no later than the time limit of this store. */
    Deadline bounded(Deadline deadline) {
        return deadline.remaining().compareTo(timeout) < 0 ? deadline : Deadline.after(timeout);
    }

    /**
     * Does something that may be done twice. If the connection turns out to be broken, it is done once more on another one.
     *
     * @throws StoreUnavailableException if the deadline is over or the server does not serve it
     */
    <T> T repeatable(Deadline deadline, Call<T> call) {
        Deadline limit = bounded(deadline);
        try {
            return attempt(limit, call);
        } catch (SQLException failure) {
            if (!ServerFailures.isBroken(failure) || limit.isOver()) {
                throw failures.calling(failure);
            }
        }
        try {
            return attempt(limit, call);
        } catch (SQLException failure) {
            throw failures.calling(failure);
        }
    }

    /**
     * Makes a commit, once.
     *
     * @throws StoreUnavailableException if it was certainly not applied
     */
    CommitOutcome commit(Deadline deadline, Call<CommitOutcome> call) {
        try {
            return attempt(bounded(deadline), call);
        } catch (SQLException failure) {
            if (ServerFailures.rolledBack(failure)) {
                throw failures.calling(failure);
            }
            return CommitOutcome.UNKNOWN;
        }
    }

    private <T> T attempt(Deadline limit, Call<T> call) throws SQLException {
        ServerSession session = connections.take(limit);
        boolean sound = false;
        try {
            Future<?> end = at(limit, session::abort);
            try {
                T result = call.on(session.connection());
                sound = true;
                return result;
            } catch (SQLException failure) {
                sound = survives(failure);
                throw failure;
            } finally {
                // If it has begun to close the connection, nobody else may get that.
                sound &= end.cancel(false);
            }
        } finally {
            if (sound) {
                connections.giveBack(session);
            } else {
                connections.discard(session);
            }
        }
    }

    /** Whether a connection can be used after a failure. If not, perhaps others cannot either. */
    private boolean survives(SQLException failure) {
        if (ServerFailures.isBroken(failure) || ServerFailures.isReadOnly(failure)) {
            connections.suspectAll();
            return false;
        }
        return ServerFailures.rolledBack(failure);
    }

    /** Has something short done when a deadline is over, unless it is cancelled before. */
    Future<?> at(Deadline deadline, Runnable task) {
        try {
            return watch.schedule(task, deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException ended) {
            throw new StoreUnavailableException("the store " + failures.location() + " is closed", ended);
        }
    }

    Connections connections() {
        return connections;
    }

    @Override
    public void close() {
        connections.close();
        watch.shutdownNow();
    }
}
