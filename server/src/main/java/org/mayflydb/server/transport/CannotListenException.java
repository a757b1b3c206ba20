package org.mayflydb.server.transport;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A port that cannot be listened on. The message is for people and says why. */
public final class CannotListenException extends RuntimeException {
    private final int port;
    private final boolean inUse;

    CannotListenException(String host, int port, @Nullable Throwable cause) {
        super(describe(host, port, cause), cause);
        this.port = port;
        this.inUse = isInUse(cause);
    }

    /** The port, 0 if the system was to choose one. */
    public int port() {
        return port;
    }

    /** Returns true if another socket listens on the port. */
    public boolean isInUse() {
        return inUse;
    }

    private static boolean isInUse(@Nullable Throwable cause) {
        return text(cause).contains("already in use");
    }

    private static String describe(String host, int port, @Nullable Throwable cause) {
        String where = "Cannot listen on " + host + ":" + port + ": ";
        String text = text(cause);
        if (isInUse(cause)) {
            return where + "the port is already in use.";
        }
        if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
            return where + "no host has this name.";
        }
        if (text.contains("permission denied")) {
            return where + "permission denied; ports below 1024 usually need special privileges.";
        }
        if (text.contains("cannot assign requested address") || text.contains("can't assign requested address")) {
            return where + "this machine does not have this address.";
        }
        return where
                + (cause instanceof IOException && cause.getMessage() != null
                        ? cause.getMessage() + "."
                        : "the system refused.");
    }

    private static String text(@Nullable Throwable cause) {
        return cause == null || cause.getMessage() == null
                ? ""
                : cause.getMessage().toLowerCase(Locale.ROOT);
    }
}
