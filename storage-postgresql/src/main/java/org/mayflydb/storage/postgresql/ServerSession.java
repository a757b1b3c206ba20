package org.mayflydb.storage.postgresql;

import java.sql.Connection;
import java.sql.SQLException;

/** One open connection, used by one call at a time. */
final class ServerSession {
    private final Connection connection;
    private final int generation;

    ServerSession(Connection connection, int generation) {
        this.connection = connection;
        this.generation = generation;
    }

    Connection connection() {
        return connection;
    }

    /** Which restart of the server it may have outlived; see {@link Connections#suspectAll}. */
    int generation() {
        return generation;
    }

    /** Ends a call that waits for the server, by closing the connection under it. */
    void abort() {
        try {
            // On a thread of its own: closing a TLS connection may itself wait for the network.
            connection.abort(task -> {
                Thread closer = new Thread(task, "mayfly-postgresql-abort");
                closer.setDaemon(true);
                closer.start();
            });
        } catch (SQLException gone) {
            // It is closed already.
        }
    }

    void close() {
        try {
            connection.close();
        } catch (SQLException gone) {
            // It is closed already.
        }
    }
}
