package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that is killed with -9 under clients that write and read, and is started again on the same ports. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal that kills")
class KilledServerTest {
    private static final int KILLS = 3;

    @TempDir
    private Path data;

    @ParameterizedTest
    @EnumSource(names = {"HTTPS", "DIRECT"})
    void clientsGoOnByThemselvesAndFindWhatWasAcknowledged(Scheme scheme) throws IOException, InterruptedException {
        ServerProcess server = ServerProcess.start(data);
        try (CosmosClient client = scheme.apply(new CosmosClientBuilder()
                        .endpoint(scheme.prefix() + "localhost:" + server.port() + "/")
                        .key(LocalServer.KEY))
                .buildClient()) {
            client.createDatabase("db");
            client.getDatabase("db").createContainer("c", "/pk");
            CosmosContainer container = client.getDatabase("db").getContainer("c");
            try (Load load = new Load(container)) {
                for (int i = 0; i < KILLS; i++) {
                    load.awaitWrites(100);
                    server.kill();
                    server = server.again(data);
                }
                load.awaitWrites(100);
                load.stop();
                // What the kill met under way was done or not, and the client says that it does not know: it was cut
                // off
                // (0), waited in vain (408) or found nobody (503).
                assertThat(load.failures())
                        .extracting(CosmosException::getStatusCode)
                        .isSubsetOf(0, 408, 503);
                assertThat(load.missing()).isEmpty();
            }
        } finally {
            server.close();
        }
    }
}
