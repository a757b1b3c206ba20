package org.mayflydb.storage.postgresql;

import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.util.Set;
import org.mayflydb.storage.StoreDamagedException;
import org.mayflydb.storage.StoreException;
import org.mayflydb.storage.StoreUnavailableException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** What an error of the driver or the server means. */
final class ServerFailures {
    /** Classes of errors that end a statement and nothing else, so that a commit was rolled back. */
    private static final Set<String> STATEMENT_CLASSES = Set.of("0A", "22", "23", "25", "40", "42", "54", "55");

    /** Time limits of the server that end the connection. */
    private static final Set<String> SESSION_TIMEOUTS = Set.of("25P03", "25P04");

    private static final String CREDENTIALS = ". Set PGUSER and PGPASSWORD, or USER@ and passwordfile in the address";

    private static final String CANCELLED = "57014";
    private static final String OUTCOME_UNKNOWN = "40003";
    private static final String READ_ONLY = "25006";

    private final String location;

    /** @param location of the store, without credentials */
    ServerFailures(String location) {
        this.location = location;
    }

    String location() {
        return location;
    }

    /**
     * Whether a commit that ended like this cannot have been applied, nor be applied later. Not so if the connection was lost, or the server
     * ended it: the commit may have been made just before.
     */
    static boolean rolledBack(SQLException failure) {
        String state = state(failure);
        if (state.equals(CANCELLED)) {
            return true;
        }
        if (state.equals(OUTCOME_UNKNOWN) || isBroken(failure)) {
            return false;
        }
        return STATEMENT_CLASSES.contains(state.substring(0, 2)) || "ERROR".equals(severity(failure));
    }

    /** Whether the connection cannot be used any more. */
    static boolean isBroken(SQLException failure) {
        String state = state(failure);
        return state.equals("00000")
                || state.startsWith("08")
                || state.startsWith("57P")
                || SESSION_TIMEOUTS.contains(state);
    }

    /** Whether other connections may lead to the same dead end, because another server is the primary now. */
    static boolean isReadOnly(SQLException failure) {
        return state(failure).equals(READ_ONLY);
    }

    private static String state(SQLException failure) {
        String state = failure.getSQLState();
        return state == null || state.length() != 5 ? "00000" : state;
    }

    /** In the language of the server, which need not be English. */
    private static String severity(SQLException failure) {
        ServerErrorMessage message =
                failure instanceof PSQLException reported ? reported.getServerErrorMessage() : null;
        String severity = message == null ? null : message.getSeverity();
        return severity == null ? "" : severity;
    }

    /** For a connection that could not be opened. */
    StoreException connecting(SQLException failure) {
        String state = state(failure);
        String reason = switch (state) {
            case "28P01", "28000" -> "refuses the user or password: " + message(failure) + CREDENTIALS;
            case "08004" -> "refuses the connection: " + message(failure) + CREDENTIALS;
            case "3D000" -> "has no such database: create it with CREATE DATABASE";
            case "53300" ->
                "has no connections left: raise max_connections there, or lower the parameter connections of"
                        + " the address";
            case "57P03" -> "is starting or shutting down: " + failure.getMessage();
            case "42501" -> "denies the user permission to connect: " + failure.getMessage();
            default -> unreachable(failure);
        };
        return new StoreUnavailableException("the PostgreSQL server " + location + " " + reason, failure);
    }

    /** What the driver says, and why; some of its texts end with a full stop. */
    private static String message(SQLException failure) {
        String message = String.valueOf(failure.getMessage());
        if (failure.getCause() instanceof SQLException cause) {
            message += ": " + cause.getMessage();
        }
        return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    }

    private static String unreachable(SQLException failure) {
        String message = message(failure);
        if (message.contains("targetServerType")) {
            return "takes no writes: none of the hosts is a primary. Check that one is running, and that"
                    + " default_transaction_read_only is off";
        }
        if (message.contains("PgjdbcHostnameVerifier")) {
            return "cannot be trusted: its certificate is not for this host name. Use a name that the certificate has";
        }
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof UnknownHostException unknown) {
                return "cannot be found: the host name " + unknown.getMessage() + " is not known";
            }
            if (cause instanceof CertificateException distrust) {
                return "cannot be trusted: " + distrust.getMessage()
                        + ". Set sslrootcert to the file of the authority that signed it";
            }
            if (cause instanceof SocketTimeoutException) {
                return "does not respond: it is overloaded or suspended, or the network drops packets";
            }
        }
        return "cannot be reached: " + message;
    }

    /** For a call that failed and changed nothing. */
    StoreException calling(SQLException failure) {
        String state = state(failure);
        if (state.equals("XX001") || state.equals("XX002")) {
            return new StoreDamagedException(
                    "the PostgreSQL server " + location + " reports damaged data: " + failure.getMessage(), failure);
        }
        String reason = switch (state) {
            case READ_ONLY -> "takes no writes: it is a standby, or default_transaction_read_only is on";
            case "53100" -> "has no disk space left: " + failure.getMessage();
            case CANCELLED -> "ended a call that took too long: " + failure.getMessage();
            case "55P03" -> "has another writer on the partition, which holds its lock for too long";
            case "42501" ->
                "denies a permission: " + failure.getMessage()
                        + ". The user must own the schema, or have been granted all on it";
            case "3F000", "42P01", "42883" -> "has lost the tables of the store: " + failure.getMessage();
            default ->
                isBroken(failure)
                        ? "closed the connection, or did not respond in time: " + failure.getMessage()
                        : "failed with SQLSTATE " + state + ": " + failure.getMessage();
        };
        return new StoreUnavailableException("the PostgreSQL server " + location + " " + reason, failure);
    }
}
