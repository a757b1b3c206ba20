package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.P;
import static org.mayflydb.clients.CosmosFixture.failureOf;
import static org.mayflydb.clients.CosmosFixture.item;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.ThrottlingRetryOptions;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import reactor.core.publisher.Flux;

/** The Java client against a server that limits its rate. */
@TestInstance(Lifecycle.PER_CLASS)
class ThrottlingTest {
    private final CosmosFixture cosmos = new CosmosFixture(Scheme.HTTP, LocalServer.rateLimiting());

    @AfterAll
    void close() {
        cosmos.close();
    }

    @Test
    void theClientTriesAgainUntilAllItsRequestsHaveSucceeded() {
        CosmosContainer container = cosmos.container();
        container.createItem(item("a"));
        try (CosmosAsyncClient client = cosmos.asyncClient(Scheme.HTTP)) {
            CosmosAsyncContainer asked =
                    client.getDatabase(cosmos.database.getId()).getContainer(container.getId());
            Long answers = Flux.range(0, 1000)
                    .flatMap(i -> asked.readItem("a", P, ObjectNode.class), 64)
                    .count()
                    .block(Duration.ofSeconds(60));
            assertThat(answers).isEqualTo(1000);
        }
    }

    @Test
    void aClientThatDoesNotTryAgainIsToldWhen() {
        CosmosContainer container = cosmos.container();
        container.createItem(item("a"));
        ThrottlingRetryOptions never = new ThrottlingRetryOptions().setMaxRetryAttemptsOnThrottledRequests(0);
        try (CosmosClient client =
                cosmos.builder(Scheme.HTTP).throttlingRetryOptions(never).buildClient()) {
            CosmosContainer asked = client.getDatabase(cosmos.database.getId()).getContainer(container.getId());
            CosmosException failure = failureOf(() -> {
                for (int i = 0; i < 100_000; i++) {
                    asked.readItem("a", P, ObjectNode.class);
                }
            });
            assertThat(failure.getStatusCode()).isEqualTo(429);
            assertThat(failure.getSubStatusCode()).isEqualTo(3200);
            assertThat(failure.getRetryAfterDuration()).isBetween(Duration.ofMillis(1), Duration.ofMillis(1000));
        }
    }
}
