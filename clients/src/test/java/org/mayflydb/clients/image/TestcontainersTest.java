package org.mayflydb.clients.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.containers.CosmosDBEmulatorContainer;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.TestcontainersConfiguration;

/** The class that Java programs start Microsoft's image with, started with ours: what it waits for comes from its own code. */
class TestcontainersTest {
    @TempDir
    private static Path directory;

    /**
     * Testcontainers looks for its settings in the home directory, once. The engine is not closed, because Testcontainers
     * asks it for forgotten containers when Java ends.
     */
    @BeforeAll
    static void startEngine() throws Exception {
        Assumptions.assumeTrue(System.getenv("DOCKER_HOST") == null, "DOCKER_HOST names another engine");
        Assumptions.assumeTrue(
                "true".equals(System.getenv("TESTCONTAINERS_RYUK_DISABLED")),
                "Testcontainers would start a container of its own; Maven sets TESTCONTAINERS_RYUK_DISABLED");
        ProcessEngine engine = ProcessEngine.start(directory);
        Files.writeString(
                directory.resolve(".testcontainers.properties"),
                "docker.host=" + engine.host() + "\nchecks.disable=true\n");
        String home = System.getProperty("user.home");
        System.setProperty("user.home", directory.toString());
        try {
            TestcontainersConfiguration.getInstance();
        } finally {
            System.setProperty("user.home", home);
        }
    }

    @Test
    void theContainerClassOfJavaStartsItAndAClientWorks() throws Exception {
        DockerImageName image = DockerImageName.parse("mayfly:latest")
                .asCompatibleSubstituteFor("mcr.microsoft.com/cosmosdb/linux/azure-cosmos-emulator");
        try (CosmosDBEmulatorContainer emulator = new CosmosDBEmulatorContainer(image)) {
            emulator.start();
            assertTrusted(emulator.getEmulatorEndpoint(), emulator.buildNewKeyStore());
            try (CosmosClient client = new CosmosClientBuilder()
                    .endpoint(emulator.getEmulatorEndpoint())
                    .key(emulator.getEmulatorKey())
                    .gatewayMode()
                    .contentResponseOnWriteEnabled(true)
                    .buildClient()) {
                client.createDatabaseIfNotExists("shop");
                client.getDatabase("shop")
                        .createContainerIfNotExists(new CosmosContainerProperties("orders", "/customer")
                                .setDefaultTimeToLiveInSeconds(3600));
                CosmosContainer orders = client.getDatabase("shop").getContainer("orders");
                ObjectNode order =
                        JsonNodeFactory.instance.objectNode().put("id", "1").put("customer", "a");
                orders.createItem(order);
                assertThat(orders.readItem("1", new PartitionKey("a"), ObjectNode.class)
                                .getStatusCode())
                        .isEqualTo(200);
            }
        }
    }

    /** Whoever trusts what the class has downloaded, and nothing else, gets an answer from the very same server. */
    private static void assertTrusted(String endpoint, KeyStore downloaded) throws Exception {
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(downloaded);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        HttpResponse<String> answer = HttpClient.newBuilder()
                .sslContext(context)
                .build()
                .send(
                        HttpRequest.newBuilder(URI.create(endpoint + "/ready")).build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
    }
}
