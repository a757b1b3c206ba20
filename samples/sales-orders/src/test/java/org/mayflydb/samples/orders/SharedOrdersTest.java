package org.mayflydb.samples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.mayflydb.junit.MayflyExtension;

/** An application that builds its client itself is told where the database is. */
class SharedOrdersTest {
    @RegisterExtension
    static final MayflyExtension MAYFLY = MayflyExtension.inMemory()
            .database("shop")
            .seed("orders.json")
            .startingAt(Instant.parse("2026-01-01T00:00:00Z"));

    @Test
    void theApplicationConnectsAsToTheService() {
        try (CosmosClient client = new CosmosClientBuilder()
                .endpoint(MAYFLY.endpoint().url())
                .key(MAYFLY.endpoint().key())
                .gatewayMode()
                .buildClient()) {
            SalesOrders orders = SalesOrders.in(client.getDatabase("shop"));
            assertThat(orders.of("ann")).hasSize(2);
            MAYFLY.clock().moveTo(Instant.parse("2026-04-01T00:00:00Z"));
            assertThat(orders.of("ann")).isEmpty();
        }
    }
}
