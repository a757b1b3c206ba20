package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.P;
import static org.mayflydb.clients.CosmosFixture.failureOf;
import static org.mayflydb.clients.CosmosFixture.item;
import static org.mayflydb.clients.CosmosFixture.read;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.ReadConsistencyStrategy;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mayflydb.server.protocol.Consistency;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What only clients in direct mode do: addresses, quorums, many requests on a connection, coming back after a restart. */
class DirectModeTest {

    @Test
    void itemsComeFromTheAddressOfTheirPartition() {
        try (CosmosFixture cosmos = new CosmosFixture(Scheme.DIRECT)) {
            CosmosContainer container = cosmos.container();
            container.createItem(item("a"));
            CosmosItemResponse<ObjectNode> found = container.readItem("a", P, ObjectNode.class);
            assertThat(found.getDiagnostics().toString())
                    .contains("\"connectionMode\":\"DIRECT\"")
                    .contains("rntbd://localhost:" + cosmos.server.directPort() + "/apps/");
        }
    }

    @Test
    void latestCommittedReadsAskTwoReplicas() {
        try (CosmosFixture cosmos = new CosmosFixture(Scheme.DIRECT)) {
            CosmosContainer container = cosmos.container();
            container.createItem(item("a"));
            CosmosItemRequestOptions latest =
                    new CosmosItemRequestOptions().setReadConsistencyStrategy(ReadConsistencyStrategy.LATEST_COMMITTED);
            String diagnostics = container
                    .readItem("a", P, latest, ObjectNode.class)
                    .getDiagnostics()
                    .toString();
            assertThat(Pattern.compile("\"storePhysicalAddress\":\"[^\"]*\"")
                            .matcher(diagnostics)
                            .results()
                            .map(MatchResult::group)
                            .distinct())
                    .hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource(Consistency.class)
    void everyConsistencyIsServed(Consistency consistency) {
        LocalServer server = LocalServer.with(Map.of("consistency", consistency.wireName()));
        try (CosmosFixture cosmos = new CosmosFixture(Scheme.DIRECT, server)) {
            CosmosContainer container = cosmos.container();
            assertThat(failureOf(() -> read(container, "nobody")).getStatusCode())
                    .as("an empty partition")
                    .isEqualTo(404);
            for (int i = 0; i < 10; i++) {
                container.upsertItem(item("a").put("v", i));
                assertThat(read(container, "a").get("v").intValue()).isEqualTo(i);
            }
            assertThat(
                            container
                                    .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), ObjectNode.class)
                                    .stream())
                    .hasSize(1);
            assertThat(cosmos.database.read().getProperties().getId()).isEqualTo("db");
        }
    }

    /** Two replicas are asked one after the other, so a write between them makes one look behind. */
    @ParameterizedTest
    @EnumSource(
            value = Consistency.class,
            names = {"STRONG", "BOUNDED_STALENESS"})
    void aReadFromAQuorumSeesEveryAcknowledgedWrite(Consistency consistency) {
        LocalServer server = LocalServer.with(Map.of("consistency", consistency.wireName()));
        try (CosmosFixture cosmos = new CosmosFixture(Scheme.DIRECT, server);
                CosmosAsyncClient client = cosmos.asyncClient(Scheme.DIRECT)) {
            CosmosContainer container = cosmos.container();
            container.createItem(item("a").put("v", 0));
            CosmosAsyncContainer same = client.getDatabase("db").getContainer(container.getId());
            AtomicInteger acknowledged = new AtomicInteger();
            Flux<Boolean> writes = Flux.range(1, 200)
                    .concatMap(v -> same.upsertItem(item("a").put("v", v)).map(response -> {
                        acknowledged.set(v);
                        return true;
                    }));
            Flux<Boolean> reads = Flux.range(0, 800)
                    .flatMap(
                            i -> Mono.defer(() -> {
                                int least = acknowledged.get();
                                return same.readItem("a", P, ObjectNode.class)
                                        .map(response ->
                                                response.getItem().get("v").intValue() >= least);
                            }),
                            8);
            assertThat(Flux.merge(writes, reads).collectList().block())
                    .hasSize(1000)
                    .doesNotContain(false);
        }
    }

    @Test
    void aWeakerConsistencyThanTheAccountsMayBeAskedFor() {
        try (CosmosFixture cosmos = new CosmosFixture(Scheme.DIRECT)) {
            CosmosContainer container = cosmos.container();
            container.createItem(item("a"));
            CosmosItemRequestOptions eventual =
                    new CosmosItemRequestOptions().setConsistencyLevel(ConsistencyLevel.EVENTUAL);
            assertThat(container.readItem("a", P, eventual, ObjectNode.class).getStatusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void manyReadsAtOnceAllFindTheirOwnItem() {
        try (CosmosFixture cosmos = new CosmosFixture(Scheme.DIRECT);
                CosmosAsyncClient client = cosmos.asyncClient(Scheme.DIRECT)) {
            CosmosContainer container = cosmos.container();
            for (int i = 0; i < 50; i++) {
                container.createItem(item("i" + i).put("text", "x".repeat(i * 500)));
            }
            CosmosAsyncContainer same = client.getDatabase("db").getContainer(container.getId());
            Long right = Flux.range(0, 2000)
                    .flatMap(
                            i -> same.readItem("i" + i % 50, P, ObjectNode.class)
                                    .map(response -> {
                                        ObjectNode found = response.getItem();
                                        return found.get("id").textValue().equals("i" + i % 50)
                                                && found.get("text").textValue().length() == i % 50 * 500;
                                    }),
                            200)
                    .filter(Boolean::booleanValue)
                    .count()
                    .block();
            assertThat(right).isEqualTo(2000);
        }
    }

    @Test
    void aClientGoesOnAfterARestart(@TempDir Path data) {
        LocalServer first = LocalServer.in(data);
        Map<String, String> samePorts = Map.of(
                "port", Integer.toString(first.port()),
                "direct-port", Integer.toString(first.directPort()),
                "data", data.toString(),
                "purge", "off");
        try (CosmosFixture cosmos = new CosmosFixture(Scheme.DIRECT, first)) {
            CosmosContainer container = cosmos.container();
            container.createItem(item("a"));
            first.close();
            try (LocalServer second = LocalServer.start(samePorts)) {
                assertThat(read(container, "a").get("id").textValue()).isEqualTo("a");
                container.createItem(item("b"));
                assertThat(second.directPort()).isEqualTo(Integer.parseInt(samePorts.get("direct-port")));
            }
        }
    }

    @Test
    void withoutDirectModeClientsAreToldSo() {
        try (CosmosFixture cosmos = new CosmosFixture(Scheme.HTTPS, LocalServer.with(Map.of("direct-port", "off")));
                CosmosAsyncClient client = cosmos.asyncClient(Scheme.DIRECT)) {
            String id = cosmos.container().getId();
            CosmosException failure = failureOf(() -> client.getDatabase("db")
                    .getContainer(id)
                    .createItem(item("a"))
                    .block());
            assertThat(failure.getStatusCode()).isEqualTo(501);
            assertThat(failure).hasMessageContaining("direct-port");
        }
    }
}
