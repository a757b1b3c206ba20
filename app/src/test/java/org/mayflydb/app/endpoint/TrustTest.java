package org.mayflydb.app.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.server.ServerSettings;

class TrustTest {
    private final TestServer server = TestServer.start();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aCertificateOfThisMachineIsBelieved() {
        Endpoint endpoint = server.endpoint(server.safeUrl(), ServerSettings.WELL_KNOWN_KEY);
        assertThat(new Account(endpoint).describe().has("writableLocations")).isTrue();
    }

    @Test
    void aCertificateThatAFileNamesIsBelieved(@TempDir Path temporary) throws Exception {
        Path file = Files.writeString(temporary.resolve("certificate.pem"), pem(server));
        Connection connection =
                new Connection(URI.create(server.safeUrl()), ServerSettings.WELL_KNOWN_KEY, Optional.of(file));
        assertThat(new Account(Endpoint.of(connection)).databases()).isEmpty();
    }

    @Test
    void anotherCertificateThanThatOfTheFileIsNotBelieved(@TempDir Path temporary) throws Exception {
        try (TestServer other = TestServer.start()) {
            Path file = Files.writeString(temporary.resolve("certificate.pem"), pem(other));
            Connection connection =
                    new Connection(URI.create(server.safeUrl()), ServerSettings.WELL_KNOWN_KEY, Optional.of(file));
            EndpointException stranger = catchThrowableOfType(
                    EndpointException.class, () -> new Account(Endpoint.of(connection)).databases());
            assertThat(stranger.exitCode()).isEqualTo(Exit.UNREACHABLE);
            assertThat(stranger)
                    .hasMessageStartingWith("The TLS certificate of " + server.safeUrl() + " is not trusted.")
                    .hasMessageContaining("--certificate mayfly.pem");
        }
    }

    private static String pem(TestServer of) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(of.url() + "/_mayfly/certificate"))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void aFileWithoutCertificatesIsRefused(@TempDir Path temporary) throws Exception {
        Path file = Files.writeString(temporary.resolve("certificate.pem"), "none");
        Connection connection =
                new Connection(URI.create(server.safeUrl()), ServerSettings.WELL_KNOWN_KEY, Optional.of(file));
        assertThatThrownBy(() -> Endpoint.of(connection)).isInstanceOf(BadRequestException.class);
    }
}
