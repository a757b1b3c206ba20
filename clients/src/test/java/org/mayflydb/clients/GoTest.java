package org.mayflydb.clients;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Go client; its tests are in {@code src/test/go}. */
class GoTest {
    private static final Path DIRECTORY = Path.of("target/go");

    /** How the script compiles, so that nothing is compiled twice. */
    static final Map<String, String> COMPILED = Map.of("CGO_ENABLED", "0", "GOFLAGS", "'-gcflags=all=-N -l'");

    @TempDir
    private Path directory;

    @Test
    void everyTestOfTheClientSucceeds() throws Exception {
        Toolchain.GO.prepare();
        try (LocalServer server = LocalServer.inMemory()) {
            Toolchain.assertSucceeds(
                    DIRECTORY, server.environment(Scheme.HTTP, Map.of()), List.of("./client.test", "-test.v"));
        }
    }

    @Test
    void theClientTrustsTheCertificateInSslCertFile() throws Exception {
        Toolchain.GO.prepare();
        try (LocalServer server = LocalServer.inMemory()) {
            Path certificate = Files.writeString(directory.resolve("mayfly.pem"), server.certificate());
            Map<String, String> trust = Map.of("SSL_CERT_FILE", certificate.toString());
            Toolchain.assertSucceeds(
                    DIRECTORY,
                    server.environment(Scheme.HTTPS, trust),
                    List.of("./client.test", "-test.v", "-test.run", "Item"));
        }
    }
}
