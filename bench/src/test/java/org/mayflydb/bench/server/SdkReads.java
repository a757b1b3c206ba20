package org.mayflydb.bench.server;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.mayflydb.base.Invariant;
import org.mayflydb.bench.Round;
import org.mayflydb.bench.SampleItem;
import org.mayflydb.server.ServerSettings;
import reactor.core.publisher.Flux;

/** Point reads through the official Java client, some at a time. */
final class SdkReads implements AutoCloseable {
    private final CosmosAsyncClient client;
    private final CosmosAsyncContainer container;
    private final int underWay;
    private long clientNanos;
    private long reads;

    SdkReads(int port, boolean direct, int underWay) {
        // The client reads it when its classes are loaded.
        System.setProperty("COSMOS.EMULATOR_SERVER_CERTIFICATE_VALIDATION_DISABLED", "true");
        CosmosClientBuilder builder = new CosmosClientBuilder()
                .endpoint("https://localhost:" + port + "/")
                .key(ServerSettings.WELL_KNOWN_KEY);
        this.client = (direct ? builder.directMode() : builder.gatewayMode()).buildAsyncClient();
        this.container = client.getDatabase("bench").getContainer("bench");
        this.underWay = underWay;
    }

    /** What this process, which is the client, has spent on a read of all rounds together, in µs. */
    double clientMicros() {
        return clientNanos / 1e3 / reads;
    }

    /** Reads for some seconds. */
    Round run(ServerProcess server, int seconds) {
        long cpu = server.cpuNanos();
        long ownCpu = ownCpuNanos();
        long start = System.nanoTime();
        long end = start + TimeUnit.SECONDS.toNanos(seconds);
        Long count = Flux.range(0, Integer.MAX_VALUE)
                .takeWhile(i -> System.nanoTime() < end)
                .map(i -> i % LoadedServer.ITEMS)
                .flatMap(
                        i -> container.readItem(
                                SampleItem.id(i), new PartitionKey(SampleItem.tenant(i)), ObjectNode.class),
                        underWay)
                .count()
                .block();
        long done = Invariant.present(count, "a count always comes");
        clientNanos += ownCpuNanos() - ownCpu;
        reads += done;
        return new Round(done, System.nanoTime() - start, server.cpuNanos() - cpu);
    }

    private static long ownCpuNanos() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(Duration::toNanos)
                .orElse(0L);
    }

    @Override
    public void close() {
        client.close();
    }
}
