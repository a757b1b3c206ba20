package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server process whose keys are in a file. */
@Tag("process")
class ReloadProcessTest {
    private static final String OLD = key("old");
    private static final String NEW = key("new");

    private final HttpClient client = HttpClient.newHttpClient();

    private static String key(String name) {
        return Base64.getEncoder()
                .encodeToString((name + " key of the account, and long enough").getBytes(StandardCharsets.UTF_8));
    }

    private int status(String endpoint, String key) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint + "/_mayfly/clock"))
                .header("authorization", "Bearer " + key)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aSignalMakesNewKeysValidAndNoKeyIsInTheProcessListOrTheOutput(@TempDir Path directory) throws Exception {
        Path keys = Files.writeString(directory.resolve("keys"), OLD);
        Path err = directory.resolve("err");
        try (MayflyProcess server =
                MayflyProcess.start(err, "serve", "--memory", "--port", "0", "--key-file", keys.toString())) {
            String endpoint = MayflyProcess.endpointOf(server);
            assertThat(status(endpoint, OLD)).isEqualTo(200);
            Files.writeString(keys, NEW);
            server.hangUp();
            while (status(endpoint, NEW) != 200) {
                assertThat(server.goesOn()).isTrue();
            }
            assertThat(status(endpoint, OLD)).isEqualTo(401);
            while (!Files.readString(err).contains("Reloaded")) {
                assertThat(server.goesOn()).isTrue();
            }
            assertThat(server.commandLine())
                    .contains("--key-file")
                    .doesNotContain(OLD)
                    .doesNotContain(NEW);
        }
        assertThat(err).content().doesNotContain(OLD).doesNotContain(NEW);
    }
}
