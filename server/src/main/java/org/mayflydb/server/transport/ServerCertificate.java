package org.mayflydb.server.transport;

import io.netty.util.NetUtil;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.FileFailures;
import org.mayflydb.base.UnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate by which TLS clients know the server, with its key: supplied by the operator, or
 * self-signed.
 *
 * <p>A self-signed certificate is made once and kept, so that a client that was told to trust it still does after a restart. {@value #KEY_FILE}
 * has key and certificate, for the owner's eyes only; {@value #CERTIFICATE_FILE} is a copy of the certificate to hand
 * out. One file is the truth, because two could be left half replaced.
 */
public final class ServerCertificate {
    static final String KEY_FILE = "tls-key.pem";
    static final String CERTIFICATE_FILE = "tls-certificate.pem";

    private static final Logger LOG = LoggerFactory.getLogger(ServerCertificate.class);
    private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
    private static final Duration RENEWED_BEFORE = Duration.ofDays(30);

    private final String keyPem;
    private final String pem;
    private final X509Certificate certificate;

    private ServerCertificate(String text) {
        int begin = text.indexOf(BEGIN);
        if (begin <= 0) {
            throw new CorruptStoreException("there is no key with a certificate after it");
        }
        keyPem = text.substring(0, begin);
        pem = text.substring(begin);
        try {
            certificate = (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
        } catch (CertificateException e) {
            throw new CorruptStoreException("the certificate cannot be read", e);
        }
    }

    /** A new one that is kept nowhere. */
    public static ServerCertificate inMemory(String advertisedHost, InstantSource clock) {
        return inMemory(List.of(advertisedHost), clock);
    }

    /** A new one for several names that is kept nowhere. */
    public static ServerCertificate inMemory(List<String> advertisedHosts, InstantSource clock) {
        return new ServerCertificate(SelfSigned.pem(names(advertisedHosts), clock.instant()));
    }

    /**
     * The one in a directory, which is made if there is none or if it does not serve: it has run out, or it does not
     * name every host.
     *
     * @throws CorruptStoreException if the file cannot be understood
     * @throws UnavailableException if it cannot be read or written
     */
    public static ServerCertificate kept(Path directory, List<String> advertisedHosts, InstantSource clock) {
        Path file = directory.resolve(KEY_FILE);
        try {
            ServerCertificate found = Files.exists(file) ? read(file) : null;
            if (found == null || !found.serves(advertisedHosts, clock.instant())) {
                found = inMemory(advertisedHosts, clock);
                Files.createDirectories(directory);
                replace(file, found.keyPem + found.pem);
            }
            Path copy = directory.resolve(CERTIFICATE_FILE);
            if (!Files.exists(copy) || !Files.readString(copy).equals(found.pem)) {
                Files.writeString(copy, found.pem);
            }
            return found;
        } catch (IOException e) {
            throw new UnavailableException(
                    "The TLS certificate cannot be kept in " + directory + ": " + FileFailures.describe(e)
                            + ". Fix that; the next connection tries again.",
                    e);
        }
    }

    /**
     * The one in a PKCS #12 file, with the certificates that vouch for it.
     *
     * @throws UnavailableException if the file cannot be used
     */
    public static ServerCertificate of(Path file, String password) {
        return new ServerCertificate(Pkcs12.pem(file, password));
    }

    /** For export: what a client must trust. */
    public String pem() {
        return pem;
    }

    public X509Certificate certificate() {
        return certificate;
    }

    String keyPem() {
        return keyPem;
    }

    /** Returns true if both are the same certificate with the same key. */
    public boolean isSameAs(ServerCertificate other) {
        return pem.equals(other.pem) && keyPem.equals(other.keyPem);
    }

    private static ServerCertificate read(Path file) throws IOException {
        try {
            return new ServerCertificate(Files.readString(file));
        } catch (CorruptStoreException e) {
            throw new CorruptStoreException(
                    file + " is damaged: " + e.getMessage() + ". Remove it to have a new one made.", e);
        }
    }

    private boolean serves(List<String> hosts, Instant now) {
        Set<String> named = namedHosts();
        return certificate.getNotAfter().toInstant().isAfter(now.plus(RENEWED_BEFORE))
                && hosts.stream().allMatch(host -> named.contains(canonical(host)));
    }

    private Set<String> namedHosts() {
        try {
            Set<String> hosts = new LinkedHashSet<>();
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            if (names != null) {
                for (List<?> name : names) {
                    hosts.add(canonical(String.valueOf(name.get(1))));
                }
            }
            return hosts;
        } catch (CertificateParsingException e) {
            throw new CorruptStoreException("The names in the server's certificate cannot be read", e);
        }
    }

    private static Set<String> names(List<String> advertisedHosts) {
        Set<String> names = new LinkedHashSet<>(List.of("localhost", "127.0.0.1", canonical("::1")));
        try {
            names.add(canonical(InetAddress.getLocalHost().getHostName()));
        } catch (UnknownHostException e) {
            LOG.debug("The machine does not know its name, so its certificate does not say it.", e);
        }
        advertisedHosts.forEach(host -> names.add(canonical(host)));
        return names;
    }

    /** One spelling for each name: an IPv6 address has several. */
    private static String canonical(String host) {
        byte[] address = NetUtil.createByteArrayFromIpAddressString(host);
        return address == null ? host.toLowerCase(Locale.ROOT) : NetUtil.bytesToIpAddress(address);
    }

    /** All or nothing. A temporary file is made for its owner alone, and stays so when it is moved. */
    private static void replace(Path file, String text) throws IOException {
        Path temporary = Files.createTempFile(file.toAbsolutePath().getParent(), "tls-", ".new");
        try {
            Files.writeString(temporary, text);
            Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
