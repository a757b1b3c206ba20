package org.mayflydb.junit;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The Java clients of the service for one sandbox, each made when it is first asked for. This is the only class that
 * names them, and it is not loaded before a test does, so that {@code azure-cosmos} may be missing.
 */
final class CosmosClients implements AutoCloseable {
    private final MayflyEndpoint endpoint;
    private final boolean tls;
    private @Nullable CosmosClient client;
    private @Nullable CosmosAsyncClient asyncClient;

    CosmosClients(MayflyEndpoint endpoint, boolean tls) {
        this.endpoint = endpoint;
        this.tls = tls;
    }

    /**
     * What a parameter of one of the {@link CosmosTypes} is given.
     *
     * @param containerId asked if the type is that of a container
     */
    Object get(Class<?> type, Supplier<String> containerId) {
        if (type == CosmosClient.class) {
            return client();
        } else if (type == CosmosDatabase.class) {
            return client().getDatabase(endpoint.database());
        } else if (type == CosmosContainer.class) {
            return client().getDatabase(endpoint.database()).getContainer(containerId.get());
        } else if (type == CosmosAsyncClient.class) {
            return asyncClient();
        } else if (type == CosmosAsyncDatabase.class) {
            return asyncClient().getDatabase(endpoint.database());
        } else if (type == CosmosAsyncContainer.class) {
            return asyncClient().getDatabase(endpoint.database()).getContainer(containerId.get());
        }
        throw new IllegalStateException(type + " is not offered.");
    }

    private synchronized CosmosClient client() {
        if (client == null) {
            client = builder().buildClient();
        }
        return client;
    }

    private synchronized CosmosAsyncClient asyncClient() {
        if (asyncClient == null) {
            asyncClient = builder().buildAsyncClient();
        }
        return asyncClient;
    }

    private CosmosClientBuilder builder() {
        CosmosClientBuilder builder =
                new CosmosClientBuilder().endpoint(endpoint.url()).key(endpoint.key());
        return tls ? builder : builder.gatewayMode();
    }

    @Override
    public synchronized void close() {
        if (client != null) {
            client.close();
        }
        if (asyncClient != null) {
            asyncClient.close();
        }
    }
}
