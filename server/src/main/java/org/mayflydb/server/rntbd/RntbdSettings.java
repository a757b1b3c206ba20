package org.mayflydb.server.rntbd;

import java.util.function.Supplier;
import org.mayflydb.server.transport.ServerCertificate;

/**
 * Where and how to listen.
 *
 * @param host name or address to bind
 * @param port to bind; 0 lets the system choose
 * @param certificate asked once, when the first client comes
 */
public record RntbdSettings(String host, int port, RntbdLimits limits, Supplier<ServerCertificate> certificate) {

    public RntbdSettings(String host, int port, Supplier<ServerCertificate> certificate) {
        this(host, port, RntbdLimits.defaults(), certificate);
    }

    public RntbdSettings withLimits(RntbdLimits newLimits) {
        return new RntbdSettings(host, port, newLimits, certificate);
    }
}
