package org.mayflydb.junit;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import java.security.KeyStore;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;

/** Clients that connect as they do to Azure: with TLS, and in direct mode unless they choose otherwise. */
@MayflyTest(tls = true)
@Seed("orders.json")
class TlsTest {
    private static final PartitionKey ANN = new PartitionKey("ann");

    private static CosmosClientBuilder builder(MayflyEndpoint endpoint) {
        return new CosmosClientBuilder().endpoint(endpoint.url()).key(endpoint.key());
    }

    private static String readWith(CosmosClient client, MayflyEndpoint endpoint) {
        CosmosItemResponse<JsonNode> found =
                client.getDatabase(endpoint.database()).getContainer("orders").readItem("o1", ANN, JsonNode.class);
        return found.getDiagnostics().toString();
    }

    @Test
    void aClientWithDefaultSettingsReadsInDirectMode(MayflyEndpoint endpoint) {
        assertThat(endpoint.url()).startsWith("https://localhost:");
        try (CosmosClient client = builder(endpoint).buildClient()) {
            assertThat(readWith(client, endpoint)).contains("\"connectionMode\":\"DIRECT\"", "rntbd://localhost:");
        }
    }

    @Test
    void aClientMayUseGatewayMode(MayflyEndpoint endpoint) {
        try (CosmosClient client = builder(endpoint).gatewayMode().buildClient()) {
            assertThat(readWith(client, endpoint)).contains("\"connectionMode\":\"GATEWAY\"");
        }
    }

    @Test
    void theClientOfAParameterUsesDirectMode(CosmosContainer orders) {
        assertThat(orders.readItem("o1", ANN, JsonNode.class).getDiagnostics().toString())
                .contains("\"connectionMode\":\"DIRECT\"");
    }

    /** It can be told apart by its name: no authority is called Mayfly. */
    @Test
    void authoritiesThatWereTrustedBeforeStillAre() throws Exception {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init((KeyStore) null);
        assertThat(((X509TrustManager) factory.getTrustManagers()[0]).getAcceptedIssuers())
                .hasSizeGreaterThan(10)
                .anyMatch(trusted -> trusted.getSubjectX500Principal().getName().equals("CN=Mayfly"));
    }
}
