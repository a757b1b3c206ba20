package org.mayflydb.server.cluster;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts one certificate, by its fingerprint and whatever names are in it: that of a server, as its node record has it. */
final class PinnedNode extends X509ExtendedTrustManager {
    private final String fingerprint;

    private PinnedNode(String fingerprint) {
        this.fingerprint = fingerprint;
    }

    /** TLS to the server that has the certificate. */
    static SSLContext context(String fingerprint) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new PinnedNode(fingerprint)}, null);
            return context;
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every Java has TLS", missing);
        }
    }

    /** The SHA-256 of a certificate. */
    static String fingerprint(X509Certificate certificate) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (CertificateEncodingException damaged) {
            throw new IllegalArgumentException("a certificate that was read can be written", damaged);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every Java has SHA-256", missing);
        }
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        if (chain.length == 0 || !fingerprint(chain[0]).equals(fingerprint)) {
            throw new CertificateException("another certificate than the node record names");
        }
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
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        throw new CertificateException("clients have no certificates");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        throw new CertificateException("clients have no certificates");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw new CertificateException("clients have no certificates");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
