package org.mayflydb.server.transport;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.Collections;
import org.mayflydb.base.FileFailures;
import org.mayflydb.base.UnavailableException;

/** Reads certificates and their keys from PKCS #12 files. */
final class Pkcs12 {
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

    private Pkcs12() {}

    /**
     * The first private key in a file and its certificates, in this order, as PEM.
     *
     * @throws UnavailableException if the file cannot be read, the password is wrong, or there is no key
     */
    static String pem(Path file, String password) {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password.toCharArray());
            for (String alias : Collections.list(store.aliases())) {
                Key key = store.getKey(alias, password.toCharArray());
                Certificate[] chain = store.getCertificateChain(alias);
                if (key != null && chain != null) {
                    return pem(key, chain);
                }
            }
        } catch (IOException e) {
            throw unreadable(file, FileFailures.describe(e), e);
        } catch (GeneralSecurityException e) {
            throw unreadable(file, String.valueOf(e.getMessage()), e);
        }
        throw new UnavailableException("There is no certificate with a private key in " + file + ".");
    }

    private static String pem(Key key, Certificate[] chain) throws GeneralSecurityException {
        StringBuilder text = new StringBuilder(block("PRIVATE KEY", key.getEncoded()));
        for (Certificate certificate : chain) {
            text.append(block("CERTIFICATE", certificate.getEncoded()));
        }
        return text.toString();
    }

    private static String block(String type, byte[] content) {
        return "-----BEGIN " + type + "-----\n" + LINES.encodeToString(content) + "\n-----END " + type + "-----\n";
    }

    private static UnavailableException unreadable(Path file, String reason, Exception cause) {
        return new UnavailableException(
                "The TLS certificate in " + file + " cannot be read: " + reason
                        + ". It must be a PKCS #12 file (.pfx or .p12), and its password must be right.",
                cause);
    }
}
