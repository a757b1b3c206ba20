package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.NonIdempotentWriteRetryOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** A server in memory, the Java client of today, and a database to work in. */
final class CosmosFixture implements AutoCloseable {
    final LocalServer server;
    final CosmosClient client;
    final CosmosDatabase database;

    private static final AtomicInteger NAMES = new AtomicInteger();

    CosmosFixture(Scheme scheme) {
        this(scheme, LocalServer.inMemory());
    }

    /** @param server closed with the fixture */
    CosmosFixture(Scheme scheme, LocalServer server) {
        this.server = server;
        this.client = builder(scheme).contentResponseOnWriteEnabled(true).buildClient();
        client.createDatabaseIfNotExists("db");
        this.database = client.getDatabase("db");
    }

    CosmosClientBuilder builder(Scheme scheme) {
        return scheme.apply(
                new CosmosClientBuilder().endpoint(server.endpoint(scheme)).key(LocalServer.KEY));
    }

    /**
     * A builder for clients that write many things at once. In direct mode the client (4.81.0) then sometimes closes a
     * connection that it has just made and sent a request on: it gives the connection back to its pool before the pool
     * knows of it. It sends the write again if it is allowed to, and finds out by a mark in the item whether it was done.
     */
    CosmosClientBuilder repeatingBuilder(Scheme scheme) {
        return builder(scheme)
                .nonIdempotentWriteRetryOptions(
                        new NonIdempotentWriteRetryOptions().setEnabled(true).setTrackingIdUsed(true));
    }

    CosmosAsyncClient asyncClient(Scheme scheme) {
        return repeatingBuilder(scheme).contentResponseOnWriteEnabled(true).buildAsyncClient();
    }

    /** A name that no other test uses. */
    static String name(String prefix) {
        return prefix + NAMES.incrementAndGet();
    }

    /** A new container over {@code /pk}. */
    CosmosContainer container() {
        return container(new CosmosContainerProperties(name("c"), "/pk"), null);
    }

    /** A new container over {@code /pk} with a default lifetime; null if time to live is off. */
    CosmosContainer container(@Nullable Integer defaultTtlSeconds) {
        CosmosContainerProperties properties = new CosmosContainerProperties(name("c"), "/pk");
        properties.setDefaultTimeToLiveInSeconds(defaultTtlSeconds);
        return container(properties, null);
    }

    CosmosContainer container(CosmosContainerProperties properties, @Nullable ThroughputProperties throughput) {
        database.createContainer(properties, throughput);
        return database.getContainer(properties.getId());
    }

    /** An item in the logical partition "p". */
    static ObjectNode item(String id) {
        return JsonNodeFactory.instance.objectNode().put("id", id).put("pk", "p");
    }

    static final PartitionKey P = new PartitionKey("p");

    static ObjectNode read(CosmosContainer container, String id) {
        return container.readItem(id, P, ObjectNode.class).getItem();
    }

    static boolean exists(CosmosContainer container, String id) {
        try {
            read(container, id);
            return true;
        } catch (CosmosException failure) {
            if (failure.getStatusCode() == 404) {
                return false;
            }
            throw failure;
        }
    }

    /** What the client throws; fails if it throws nothing. */
    static CosmosException failureOf(ThrowingCallable call) {
        CosmosException failure = catchThrowableOfType(CosmosException.class, call);
        if (failure == null) {
            throw new AssertionError("The call was expected to fail.");
        }
        return failure;
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
