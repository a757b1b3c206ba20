package org.mayflydb.server.http;

import java.time.InstantSource;
import java.util.function.Supplier;
import org.mayflydb.base.SystemTime;
import org.mayflydb.server.transport.ServerCertificate;
import org.mayflydb.server.transport.TlsVersion;

/**
 * Where and how to listen.
 *
 * @param host name or address to bind
 * @param port to bind; 0 lets the system choose
 * @param advertisedHost the host in origins when a client does not say which one it asked
 * @param hosts by which clients may address the server
 * @param certificate asked first when the first TLS client comes, so that plain use never pays for it
 * @param tlsMinimum older versions of TLS are refused
 * @param clock for the {@code date} header
 */
public record HttpSettings(
        String host,
        int port,
        String advertisedHost,
        HostRule hosts,
        HttpLimits limits,
        Supplier<ServerCertificate> certificate,
        TlsVersion tlsMinimum,
        InstantSource clock) {

    public HttpSettings(String host, int port, Supplier<ServerCertificate> certificate) {
        this(
                host,
                port,
                "localhost",
                HostRule.ANY,
                HttpLimits.defaults(),
                certificate,
                TlsVersion.V1_2,
                SystemTime.source());
    }

    public HttpSettings withLimits(HttpLimits newLimits) {
        return new HttpSettings(host, port, advertisedHost, hosts, newLimits, certificate, tlsMinimum, clock);
    }

    public HttpSettings withTlsMinimum(TlsVersion newMinimum) {
        return new HttpSettings(host, port, advertisedHost, hosts, limits, certificate, newMinimum, clock);
    }

    public HttpSettings withAdvertisedHost(String newHost) {
        return new HttpSettings(host, port, newHost, hosts, limits, certificate, tlsMinimum, clock);
    }

    public HttpSettings withHosts(HostRule newHosts) {
        return new HttpSettings(host, port, advertisedHost, newHosts, limits, certificate, tlsMinimum, clock);
    }
}
