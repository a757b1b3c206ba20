package org.mayflydb.junit;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.SystemTime;
import org.mayflydb.server.transport.ServerCertificate;

/**
 * The certificate of all test servers of this process. Its key never leaves the process.
 *
 * <p>Clients accept it without being configured: the default trust store of the process is replaced by a copy that also
 * contains it. TLS clients read the system properties that name the trust store when they are built.
 */
final class TrustedCertificate {
    private static final String TYPE = "PKCS12";
    private static final String PASSWORD = "mayfly";

    private static @Nullable ServerCertificate made; // guarded by the class

    private TrustedCertificate() {}

    /** Creates it on the first call. */
    static synchronized ServerCertificate get() {
        ServerCertificate certificate = made;
        if (certificate == null) {
            certificate = ServerCertificate.inMemory("localhost", SystemTime.source());
            trust(certificate.certificate());
            made = certificate;
        }
        return certificate;
    }

    private static void trust(X509Certificate certificate) {
        try {
            KeyStore store = KeyStore.getInstance(TYPE);
            store.load(null, null);
            int count = 0;
            for (X509Certificate trusted : trustedSoFar()) {
                store.setCertificateEntry("trusted-" + count++, trusted);
            }
            store.setCertificateEntry("mayfly", certificate);
            Path file = Files.createTempFile("mayfly-trust-", ".p12");
            file.toFile().deleteOnExit();
            try (OutputStream out = Files.newOutputStream(file)) {
                store.store(out, PASSWORD.toCharArray());
            }
            System.setProperty("javax.net.ssl.trustStore", file.toString());
            System.setProperty("javax.net.ssl.trustStorePassword", PASSWORD);
            System.setProperty("javax.net.ssl.trustStoreType", TYPE);
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException("The certificate for tests cannot be added to the trust store.", failure);
        } catch (IOException failure) {
            throw new UncheckedIOException("The trust store for tests cannot be written.", failure);
        }
    }

    /** What the JDK or the properties of this process name. */
    private static X509Certificate[] trustedSoFar() throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init((KeyStore) null);
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509TrustManager trust) {
                return trust.getAcceptedIssuers();
            }
        }
        return new X509Certificate[0];
    }
}
