package org.mayflydb.app.endpoint;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.FileFailures;

/** Whose certificates are believed. */
final class Trust {
    private Trust() {}

    /**
     * On this machine what the server shows first, because its certificate is its own work and nobody is in between; else
     * those that Java trusts, and those of the file.
     */
    static SSLContext context(Connection connection) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            if (connection.certificate().isPresent()) {
                context.init(null, withFile(connection.certificate().get()), null);
            } else if (connection.isLoopback()) {
                context.init(null, new TrustManager[] {new PinnedCertificate()}, null);
            } else {
                context.init(null, null, null);
            }
            return context;
        } catch (GeneralSecurityException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }

    private static TrustManager[] withFile(Path file) throws GeneralSecurityException {
        Collection<? extends Certificate> more;
        try (InputStream pem = Files.newInputStream(file)) {
            more = CertificateFactory.getInstance("X.509").generateCertificates(pem);
        } catch (IOException unreadable) {
            throw new BadRequestException(
                    "The certificate file " + file + " cannot be read: " + FileFailures.describe(unreadable) + ".");
        } catch (CertificateException malformed) {
            throw new BadRequestException("The file " + file + " contains no PEM certificates.");
        }
        if (more.isEmpty()) {
            throw new BadRequestException("The file " + file + " contains no PEM certificates.");
        }
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        try {
            store.load(null, null);
        } catch (IOException nothingIsRead) {
            throw new IllegalStateException(nothingIsRead);
        }
        int number = 0;
        for (TrustManager manager : managers(null)) {
            if (manager instanceof X509TrustManager trusting) {
                for (X509Certificate issuer : trusting.getAcceptedIssuers()) {
                    store.setCertificateEntry("java-" + number++, issuer);
                }
            }
        }
        for (Certificate certificate : more) {
            store.setCertificateEntry("file-" + number++, certificate);
        }
        return managers(store);
    }

    private static TrustManager[] managers(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }
}
