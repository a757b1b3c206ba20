package org.mayflydb.app.endpoint;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts the first certificate it sees and only that one, for servers on localhost. It extends {@code
 * X509ExtendedTrustManager} because with the plain interface Java also compares host names, and a local server has many.
 */
final class PinnedCertificate extends X509ExtendedTrustManager {
    private final AtomicReference<X509Certificate> pinned = new AtomicReference<>();

    private void check(X509Certificate[] chain) throws CertificateException {
        if (chain.length == 0) {
            throw new CertificateException("The server has shown no certificate.");
        }
        if (!pinned.compareAndSet(null, chain[0]) && !chain[0].equals(pinned.get())) {
            throw new CertificateException("The server shows another certificate than before.");
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw new CertificateException("This side is the client.");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        throw new CertificateException("This side is the client.");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        throw new CertificateException("This side is the client.");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
