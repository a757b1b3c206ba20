package org.mayflydb.server.transport;

import io.netty.util.NetUtil;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/** Makes certificates. The only user of Bouncy Castle, which is therefore loaded only when one must be made. */
final class SelfSigned {
    private static final Duration VALID = Duration.ofDays(3653);

    /** The clocks of clients may be behind. */
    private static final Duration VALID_BEFORE = Duration.ofDays(1);

    private static final int SERIAL_BITS = 127;

    private SelfSigned() {}

    /** A new key and its certificate, in this order, as PEM. */
    static String pem(Collection<String> hosts, Instant now) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair pair = generator.generateKeyPair();
            StringWriter text = new StringWriter();
            try (PemWriter writer = new PemWriter(text)) {
                writer.writeObject(
                        new PemObject("PRIVATE KEY", pair.getPrivate().getEncoded()));
                writer.writeObject(new PemObject(
                        "CERTIFICATE", certificate(pair, hosts, now).getEncoded()));
            }
            return text.toString();
        } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
            throw new IllegalStateException("A TLS certificate cannot be made", e);
        }
    }

    private static X509CertificateHolder certificate(KeyPair pair, Collection<String> hosts, Instant now)
            throws GeneralSecurityException, OperatorCreationException, IOException {
        X500Name name = new X500Name("CN=Mayfly");
        X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                name,
                new BigInteger(SERIAL_BITS, new SecureRandom()).setBit(0),
                Date.from(now.minus(VALID_BEFORE)),
                Date.from(now.plus(VALID)),
                name,
                pair.getPublic());
        GeneralName[] names = hosts.stream()
                .map(host -> new GeneralName(isAddress(host) ? GeneralName.iPAddress : GeneralName.dNSName, host))
                .toArray(GeneralName[]::new);
        builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
        // Whoever trusts it trusts this server alone: it cannot sign for others.
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
        builder.addExtension(
                Extension.subjectKeyIdentifier,
                false,
                new JcaX509ExtensionUtils().createSubjectKeyIdentifier(pair.getPublic()));
        return builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate()));
    }

    private static boolean isAddress(String host) {
        return NetUtil.isValidIpV4Address(host) || NetUtil.isValidIpV6Address(host);
    }
}
