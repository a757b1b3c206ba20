package org.mayflydb.server;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.SystemTime;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.server.transport.ServerCertificate;

/** Makes a certificate when first asked for one, which may be when the first TLS client connects, and then keeps it. */
final class CertificateSource implements Supplier<ServerCertificate> {
    private final ServerSettings settings;
    private @Nullable ServerCertificate made; // guarded by this

    private CertificateSource(ServerSettings settings) {
        this.settings = settings;
    }

    /**
     * The certificate that the settings ask for. One in a file is read at once: a wrong password must not show only when
     * the first client connects.
     *
     * @throws UnavailableException if the file cannot be used
     */
    static Supplier<ServerCertificate> of(ServerSettings settings) {
        if (settings.certificateFile().isEmpty()) {
            return new CertificateSource(settings);
        }
        CertificateFile file = settings.certificateFile().get();
        ServerCertificate supplied = ServerCertificate.of(file.path(), file.password());
        return () -> supplied;
    }

    @Override
    public synchronized ServerCertificate get() {
        if (made == null) {
            made = settings.dataDirectory()
                    .map(data ->
                            ServerCertificate.kept(data.resolve("tls"), settings.advertised(), SystemTime.source()))
                    .orElseGet(() -> ServerCertificate.inMemory(settings.advertised(), SystemTime.source()));
        }
        return made;
    }
}
