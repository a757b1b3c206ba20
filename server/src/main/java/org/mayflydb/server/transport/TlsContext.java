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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's side of TLS, set up when the first client asks for it: loading BoringSSL costs half a second that plain
 * use should not pay. With BoringSSL a request costs about half of what it costs with the JDK's own TLS.
 */
public final class TlsContext {
    private static final Logger LOG = LoggerFactory.getLogger(TlsContext.class);

    private final Supplier<ServerCertificate> certificate;
    private @Nullable SslContext context; // guarded by this
    private boolean failureLogged; // guarded by this

    public TlsContext(Supplier<ServerCertificate> certificate) {
        this.certificate = certificate;
    }

    /** For one connection. */
    public SslHandler handler(ByteBufAllocator allocator) {
        return context().newHandler(allocator);
    }

    private synchronized SslContext context() {
        SslContext known = context;
        if (known == null) {
            known = build(certificate());
            context = known;
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

    private static SslContext build(ServerCertificate certificate) {
        try {
            return SslContextBuilder.forServer(stream(certificate.pem()), stream(certificate.keyPem()))
                    .sslProvider(OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK)
                    .protocols("TLSv1.3", "TLSv1.2")
                    .build();
        } catch (SSLException e) {
            throw new IllegalStateException("TLS cannot be set up with the server's certificate", e);
        }
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }
}
