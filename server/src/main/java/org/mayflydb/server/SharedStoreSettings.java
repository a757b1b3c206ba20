package org.mayflydb.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.storage.StoreAddress;

/**
 * How a server shares a store with others.
 *
 * @param store where it is
 * @param node the name of this server among them
 * @param port for the others; 0 lets the system choose
 * @param secretFile what all of them know; empty if they do not reach each other
 */
public record SharedStoreSettings(StoreAddress store, String node, int port, Optional<Path> secretFile) {

    /** @throws BadRequestException if the name cannot be used */
    public SharedStoreSettings {
        if (!node.matches("[a-z0-9][a-z0-9.-]{0,63}")) {
            throw new BadRequestException(
                    "The setting " + Setting.NODE.key()
                            + " must consist of up to 64 small letters, digits, dots and hyphens, and begin with a letter or a digit.");
        }
    }

    /** The machine that this process runs on; empty if it has no name. */
    static Optional<String> machine() {
        try {
            return Optional.of(InetAddress.getLocalHost()
                    .getHostName()
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^a-z0-9.-]", "-"));
        } catch (UnknownHostException unnamed) {
            return Optional.empty();
        }
    }
}
