package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.P;
import static org.mayflydb.clients.CosmosFixture.failureOf;
import static org.mayflydb.clients.CosmosFixture.item;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Session tokens as the Java client sends them through the gateway. */
class SessionTokensTest {
    private final CosmosFixture fixture = new CosmosFixture(Scheme.HTTP);
    private final CosmosContainer container = fixture.container();

    @AfterEach
    void close() {
        fixture.close();
    }

    private void read(String id, String sessionToken) {
        container.readItem(id, P, new CosmosItemRequestOptions().setSessionToken(sessionToken), ObjectNode.class);
    }

    @Test
    void aTokenAheadOfThePartitionIsNotAvailable() {
        container.createItem(item("a"));
        CosmosException failure = failureOf(() -> read("a", "0:-1#1000"));
        assertThat(failure.getStatusCode()).isEqualTo(404);
        assertThat(failure.getSubStatusCode()).isEqualTo(1002);
    }

    @Test
    void aReadOfAMissingItemHasAToken() {
        CosmosException failure = failureOf(() -> container.readItem("none", P, ObjectNode.class));
        assertThat(failure.getSubStatusCode()).isZero();
        assertThat(failure.getResponseHeaders()).containsEntry("x-ms-session-token", "0:-1#1");
    }
}
