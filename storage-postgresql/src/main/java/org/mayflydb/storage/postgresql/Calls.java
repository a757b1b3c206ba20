package org.mayflydb.storage.postgresql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Deadline;
import org.mayflydb.storage.StoreUnavailableException;

/** Runs calls on connections of the pool, on the caller's thread, and ends those that take too long. */
final class Calls implements AutoCloseable {
    private final Connections connections;
    private final ServerFailures failures;
    private final Duration timeout;
    private final DeadlineWatch watch = DeadlineWatch.start("mayfly-postgresql-deadlines");

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
            DeadlineWatch.Watched watched = watch.begin(limit, session::abort);
            try {
                T result = call.on(session.connection());
                sound = true;
                return result;
            } catch (SQLException failure) {
                sound = survives(failure);
                throw failure;
            } finally {
                // If it has begun to close the connection, nobody else may get that.
                sound &= watched.end();
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

    DeadlineWatch watch() {
        return watch;
    }

    Connections connections() {
        return connections;
    }

    @Override
    public void close() {
        connections.close();
        watch.close();
    }
}
