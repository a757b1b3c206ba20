package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.P;
import static org.mayflydb.clients.CosmosFixture.failureOf;
import static org.mayflydb.clients.CosmosFixture.item;
import static org.mayflydb.clients.CosmosFixture.read;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Base64;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mayflydb.base.SystemTime;
import reactor.core.publisher.Mono;

/** The official client with a token credential, as its own tests use it with the emulator. */
class TokenCredentialTest {
    private static final TokenCredential CREDENTIAL =
            request -> Mono.fromSupplier(() -> new AccessToken(token(), now().plusHours(2)));

    private static OffsetDateTime now() {
        return SystemTime.source().instant().atOffset(ZoneOffset.UTC);
    }

    private static String token() {
        long seconds = now().toEpochSecond();
        return encode("{\"typ\":\"JWT\",\"alg\":\"RS256\",\"x5t\":\"CosmosEmulatorPrimaryMaster\","
                        + "\"kid\":\"CosmosEmulatorPrimaryMaster\"}")
                + "."
                + encode("{\"aud\":\"https://localhost.localhost\",\"iss\":"
                        + "\"https://sts.fake-issuer.net/7b1999a1-dfd7-440e-8204-00170979b984\",\"iat\":" + seconds
                        + ",\"nbf\":" + seconds + ",\"exp\":" + (seconds + 7200)
                        + ",\"oid\":\"96313034-4739-43cb-93cd-74193adbe5b6\",\"scp\":\"user_impersonation\"}")
                + "."
                + encode(LocalServer.KEY);
    }

    private static String encode(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @EnumSource(
            value = Scheme.class,
            names = {"HTTPS", "DIRECT"})
    void aTokenIsAsGoodAsAKeyForItemsAndNoGoodForContainers(Scheme scheme) {
        try (CosmosFixture fixture = new CosmosFixture(scheme)) {
            String id = fixture.container().getId();
            try (CosmosClient client = scheme.apply(new CosmosClientBuilder()
                            .endpoint(fixture.server.endpoint(scheme))
                            .credential(CREDENTIAL))
                    .buildClient()) {
                CosmosContainer container = client.getDatabase("db").getContainer(id);
                container.createItem(item("a"));
                assertThat(read(container, "a").get("id").asText()).isEqualTo("a");
                container.upsertItem(item("a").put("n", 1));
                container.patchItem("a", P, CosmosPatchOperations.create().increment("/n", 1), ObjectNode.class);
                CosmosBatch batch = CosmosBatch.createCosmosBatch(P);
                batch.createItemOperation(item("b"));
                assertThat(container.executeCosmosBatch(batch).isSuccessStatusCode())
                        .isTrue();
                assertThat(container.queryItems(
                                "SELECT * FROM c ORDER BY c.id", new CosmosQueryRequestOptions(), ObjectNode.class))
                        .hasSize(2);
                assertThat(client.readAllDatabases()).hasSize(1);
                CosmosException refused = failureOf(() -> client.createDatabase("new"));
                assertThat(refused.getStatusCode()).isEqualTo(403);
                assertThat(refused.getSubStatusCode()).isEqualTo(5300);
            }
        }
    }
}
