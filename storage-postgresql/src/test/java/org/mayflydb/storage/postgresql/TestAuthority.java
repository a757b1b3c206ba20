package org.mayflydb.storage.postgresql;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;
import org.mayflydb.base.SystemTime;

/** Signs the certificates of the servers and clients of the tests. */
final class TestAuthority {
    private static final X500Name NAME = new X500Name("CN=authority of the tests");

    private final KeyPair keys = newKeys();
    private long issued;

    /** A certificate and its key, as PEM. */
    record Issued(String certificate, String key) {}

    /** The certificate that those who trust this authority need, as PEM. */
    String certificate() {
        return pem(
                "CERTIFICATE", signed(NAME, keys.getPublic(), Extension.basicConstraints, new BasicConstraints(true)));
    }

    /** @param name of the host, or of the user */
    Issued issue(String name) {
        KeyPair own = newKeys();
        GeneralNames names = new GeneralNames(new GeneralName(GeneralName.dNSName, name));
        return new Issued(
                pem(
                        "CERTIFICATE",
                        signed(new X500Name("CN=" + name), own.getPublic(), Extension.subjectAlternativeName, names)),
                pem("PRIVATE KEY", own.getPrivate().getEncoded()));
    }

    private byte[] signed(X500Name subject, PublicKey key, ASN1ObjectIdentifier extension, ASN1Encodable value) {
        issued++;
        Instant now = SystemTime.source().instant();
        X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                NAME,
                BigInteger.valueOf(issued),
                Date.from(now.minus(Duration.ofDays(1))),
                Date.from(now.plus(Duration.ofDays(1))),
                subject,
                key);
        try {
            builder.addExtension(extension, true, value);
            return builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()))
                    .getEncoded();
        } catch (IOException | OperatorCreationException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static KeyPair newKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static String pem(String type, byte[] content) {
        StringWriter text = new StringWriter();
        try (PemWriter writer = new PemWriter(text)) {
            writer.writeObject(new PemObject(type, content));
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
        return text.toString();
    }
}
