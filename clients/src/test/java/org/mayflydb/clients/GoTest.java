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
    private static final List<String> TESTS = List.of("./client.test", "-test.v");

    @TempDir
    private Path directory;

    @Test
    void everyTestOfTheClientSucceeds() throws Exception {
        Toolchain.GO.prepare();
        try (LocalServer server = LocalServer.inMemory()) {
            Toolchain.assertSucceeds(DIRECTORY, server.environment(Scheme.HTTP, Map.of()), TESTS);
        }
    }

    @Test
    void theClientTrustsTheCertificateInSslCertFile() throws Exception {
        Toolchain.GO.prepare();
        try (LocalServer server = LocalServer.inMemory()) {
            Path certificate = Files.writeString(directory.resolve("mayfly.pem"), server.certificate());
            Map<String, String> trust = Map.of("SSL_CERT_FILE", certificate.toString());
            Toolchain.assertSucceeds(DIRECTORY, server.environment(Scheme.HTTPS, trust), TESTS);
        }
    }
}
