package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.P;
import static org.mayflydb.clients.CosmosFixture.item;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import reactor.core.publisher.Flux;

/** The asynchronous Java client, over HTTPS. */
@TestInstance(Lifecycle.PER_CLASS)
class AsyncItemsTest {
    private final CosmosFixture cosmos = new CosmosFixture(scheme());
    private final CosmosAsyncClient client = cosmos.asyncClient(scheme());
    private final CosmosAsyncContainer container =
            client.getDatabase("db").getContainer(cosmos.container().getId());

    /** How the client talks to the server. */
    Scheme scheme() {
        return Scheme.HTTPS;
    }

    @AfterAll
    void close() {
        client.close();
        cosmos.close();
    }

    @Test
    void manyWritesAtOnceAllArrive() {
        int count = 200;
        List<Integer> statuses = Flux.range(0, count)
                .flatMap(i -> container.createItem(item("many" + i)), 32)
                .map(CosmosItemResponse::getStatusCode)
                .collectList()
                .block();
        assertThat(statuses).hasSize(count).containsOnly(201);
        Long found = container
                .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), ObjectNode.class)
                .filter(item -> item.get("id").textValue().startsWith("many"))
                .count()
                .block();
        assertThat(found).isEqualTo(count);
    }

    @Test
    void aLifeFromCreateToDelete() {
        String etag = container
                .createItem(item("a"))
                .then(container.upsertItem(item("a").put("v", 1)))
                .then(container.replaceItem(item("a").put("v", 2), "a", P))
                .map(CosmosItemResponse::getETag)
                .block();
        ObjectNode found = Objects.requireNonNull(
                        container.readItem("a", P, ObjectNode.class).block())
                .getItem();
        assertThat(found.get("v").intValue()).isEqualTo(2);
        assertThat(found.get("_etag").textValue()).isEqualTo(etag);
        Integer missing = container
                .deleteItem("a", P)
                .then(container.readItem("a", P, ObjectNode.class))
                .map(CosmosItemResponse::getStatusCode)
                .onErrorResume(
                        CosmosException.class, failure -> reactor.core.publisher.Mono.just(failure.getStatusCode()))
                .block();
        assertThat(missing).isEqualTo(404);
    }
}
