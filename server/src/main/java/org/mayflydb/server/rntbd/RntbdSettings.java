package org.mayflydb.server.rntbd;

import java.util.function.Supplier;
import org.mayflydb.server.transport.ServerCertificate;
import org.mayflydb.server.transport.TlsVersion;

/**
 * Where and how to listen.
 *
 * @param host name or address to bind
 * @param port to bind; 0 lets the system choose
 * @param certificate asked first when the first client comes
 * @param tlsMinimum older versions of TLS are refused
 */
public record RntbdSettings(
        String host, int port, RntbdLimits limits, Supplier<ServerCertificate> certificate, TlsVersion tlsMinimum) {

    public RntbdSettings(String host, int port, Supplier<ServerCertificate> certificate) {
        this(host, port, RntbdLimits.defaults(), certificate, TlsVersion.V1_2);
    }

    public RntbdSettings withLimits(RntbdLimits newLimits) {
        return new RntbdSettings(host, port, newLimits, certificate, tlsMinimum);
    }

    public RntbdSettings withTlsMinimum(TlsVersion newMinimum) {
        return new RntbdSettings(host, port, limits, certificate, newMinimum);
    }
}
