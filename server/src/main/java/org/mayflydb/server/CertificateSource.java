package org.mayflydb.server;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.SystemTime;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.server.transport.ServerCertificate;
import org.mayflydb.server.transport.TlsContext;

/**
 * The certificate that is current. One of the server's own is made when it is first asked for, which may be when the first
 * TLS client connects.
 */
final class CertificateSource implements Supplier<ServerCertificate> {
    private final ServerSettings settings;
    private volatile @Nullable ServerCertificate current;

    private CertificateSource(ServerSettings settings) {
        this.settings = settings;
    }

    /**
     * The certificate that the settings ask for. One in a file is read at once: a wrong password must not show only when
     * the first client connects.
     *
     * @throws UnavailableException if the file cannot be used
     */
    static CertificateSource of(ServerSettings settings) {
        CertificateSource source = new CertificateSource(settings);
        if (settings.certificateFile().isPresent()) {
            source.current = read(settings);
        }
        return source;
    }

    @Override
    public ServerCertificate get() {
        ServerCertificate known = current;
        return known == null ? first() : known;
    }

    private synchronized ServerCertificate first() {
        ServerCertificate known = current;
        if (known == null) {
            known = read(settings);
            current = known;
        }
        return known;
    }

    /**
     * Reads the certificate again. Handshakes continue with the current one meanwhile, and after a failure.
     *
     * @param fresh settings, of which only those of the certificate count
     * @return true if it is another one now
     * @throws UnavailableException if the new one cannot be used
     */
    boolean reload(ServerSettings fresh) {
        ServerCertificate before = current;
        boolean own = fresh.certificateFile().isEmpty();
        if (own && (before == null || fresh.memory())) {
            // It is made when it is needed, and one that is kept nowhere would be another one each time.
            return false;
        }
        ServerCertificate read = read(fresh);
        if (before != null && before.isSameAs(read)) {
            return false;
        }
        TlsContext.check(read);
        current = read;
        return true;
    }

    private static ServerCertificate read(ServerSettings settings) {
        if (settings.certificateFile().isPresent()) {
            CertificateFile file = settings.certificateFile().get();
            return ServerCertificate.of(file.path(), file.password());
        }
        return settings.dataDirectory()
                .map(data -> ServerCertificate.kept(data.resolve("tls"), settings.advertised(), SystemTime.source()))
                .orElseGet(() -> ServerCertificate.inMemory(settings.advertised(), SystemTime.source()));
    }
}
