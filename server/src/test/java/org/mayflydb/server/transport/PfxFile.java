package org.mayflydb.server.transport;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/** A certificate in a PKCS #12 file, as an operator supplies it. */
public final class PfxFile {
    private PfxFile() {}

    public static Path write(Path file, ServerCertificate content, String password) throws Exception {
        String key = content.keyPem().replaceAll("-----[A-Z ]+-----|\\s", "");
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(
                "server",
                KeyFactory.getInstance("EC")
                        .generatePrivate(
                                new PKCS8EncodedKeySpec(Base64.getDecoder().decode(key))),
                password.toCharArray(),
                new Certificate[] {content.certificate()});
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, password.toCharArray());
        }
        return file;
    }
}
