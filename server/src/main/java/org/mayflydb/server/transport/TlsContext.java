package org.mayflydb.server.transport;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.UnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's side of TLS, set up when the first client asks for it: loading BoringSSL costs half a second that plain
 * use should not pay. With BoringSSL a request costs about half of what it costs with the JDK's own TLS. A new handshake
 * uses the certificate that is current then; connections keep theirs.
 */
public final class TlsContext {
    private static final Logger LOG = LoggerFactory.getLogger(TlsContext.class);

    private final Supplier<ServerCertificate> certificate;
    private final TlsVersion minimum;
    private @Nullable SslContext context; // guarded by this
    private @Nullable ServerCertificate built; // of the context; guarded by this
    private boolean failureLogged; // guarded by this

    /**
     * @param certificate asked for every handshake, so it has to be quick after the first one
     * @param minimum older versions are refused
     */
    public TlsContext(Supplier<ServerCertificate> certificate, TlsVersion minimum) {
        this.certificate = certificate;
        this.minimum = minimum;
    }

    /**
     * Makes sure that a certificate can be used before it replaces another one.
     *
     * @throws UnavailableException if it cannot
     */
    public static void check(ServerCertificate certificate) {
        try {
            build(certificate, TlsVersion.V1_2);
        } catch (SSLException | IllegalArgumentException unusable) {
            throw new UnavailableException(
                    "TLS cannot be set up with the certificate and its key: " + unusable.getMessage(), unusable);
        }
    }

    /** For one connection. */
    public SslHandler handler(ByteBufAllocator allocator) {
        return context().newHandler(allocator);
    }

    private synchronized SslContext context() {
        ServerCertificate current = certificate();
        SslContext known = context;
        if (known == null || current != built) {
            known = context(current);
            context = known;
            built = current;
        }
        return known;
    }

    private ServerCertificate certificate() {
        try {
            ServerCertificate found = certificate.get();
            failureLogged = false;
            return found;
        } catch (MayflyException failure) {
            // Clients only see that the connection ends, and they try again and again.
            if (!failureLogged) {
                LOG.error("Connections with TLS are refused: {}", failure.getMessage());
                failureLogged = true;
            }
            throw failure;
        }
    }

    private static SslContext build(ServerCertificate certificate, TlsVersion minimum) throws SSLException {
        return SslContextBuilder.forServer(stream(certificate.pem()), stream(certificate.keyPem()))
                .sslProvider(OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK)
                .protocols(minimum.protocols())
                .build();
    }

    private SslContext context(ServerCertificate current) {
        try {
            return build(current, minimum);
        } catch (SSLException e) {
            throw new IllegalStateException("TLS cannot be set up with the server's certificate", e);
        }
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }
}
