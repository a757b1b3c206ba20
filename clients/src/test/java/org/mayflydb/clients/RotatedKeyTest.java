package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.failureOf;
import static org.mayflydb.clients.CosmosFixture.item;
import static org.mayflydb.clients.CosmosFixture.read;

import com.azure.core.credential.AzureKeyCredential;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys that are exchanged while clients have open connections, in the steps that docs/SECURITY.md describes. */
class RotatedKeyTest {
    private static final String OLD = key("old");
    private static final String NEW = key("new");

    @TempDir
    private Path directory;

    private static String key(String text) {
        return Base64.getEncoder().encodeToString(text.repeat(20).getBytes(StandardCharsets.UTF_8));
    }

    private static CosmosClient client(LocalServer server, Scheme scheme, AzureKeyCredential credential) {
        return scheme.apply(new CosmosClientBuilder()
                        .endpoint(server.endpoint(scheme))
                        .credential(credential))
                .buildClient();
    }

    @ParameterizedTest
    @EnumSource(
            value = Scheme.class,
            names = {"HTTPS", "DIRECT"})
    void aClientGetsTheNewKeyWithoutAnInterruptionAndTheOldOneEndsOnOpenConnections(Scheme scheme) throws Exception {
        Path keys = Files.writeString(directory.resolve("keys"), OLD);
        AzureKeyCredential rotated = new AzureKeyCredential(OLD);
        try (LocalServer server = LocalServer.with(Map.of("key-file", keys.toString()));
                CosmosClient client = client(server, scheme, rotated);
                CosmosClient forgotten = client(server, scheme, new AzureKeyCredential(OLD))) {
            client.createDatabase("d");
            client.getDatabase("d").createContainer("c", "/pk");
            CosmosContainer container = client.getDatabase("d").getContainer("c");
            CosmosContainer unchanged = forgotten.getDatabase("d").getContainer("c");
            container.createItem(item("a"));
            assertThat(read(unchanged, "a").get("id").asText()).isEqualTo("a");

            Files.writeString(keys, NEW + "\n" + OLD);
            server.reload();
            assertThat(read(container, "a").get("id").asText()).isEqualTo("a");
            rotated.update(NEW);
            assertThat(read(container, "a").get("id").asText()).isEqualTo("a");

            Files.writeString(keys, NEW);
            server.reload();
            container.createItem(item("b"));
            assertThat(read(container, "b").get("id").asText()).isEqualTo("b");
            assertThat(failureOf(() -> read(unchanged, "a")).getStatusCode()).isEqualTo(401);
        }
    }
}
