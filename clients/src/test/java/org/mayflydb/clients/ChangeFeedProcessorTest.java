package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.clients.CosmosFixture.item;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.ChangeFeedPolicy;
import com.azure.cosmos.models.ChangeFeedProcessorItem;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.ThroughputProperties;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The Java client's change feed processor: workers that share the partitions by leases in a container. */
class ChangeFeedProcessorTest {
    private static final int PARTITIONS = 4;
    private static final long SECONDS_MAX = 60;

    private final CosmosFixture cosmos = new CosmosFixture(Scheme.HTTP);
    private final CosmosAsyncClient client = cosmos.asyncClient(Scheme.HTTP);
    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    private final CosmosContainer container = watched();
    private final CosmosAsyncContainer leases =
            async(cosmos.container(new CosmosContainerProperties(CosmosFixture.name("leases"), "/id"), null));

    private CosmosContainer watched() {
        CosmosContainerProperties properties = new CosmosContainerProperties(CosmosFixture.name("watched"), "/pk");
        properties.setChangeFeedPolicy(ChangeFeedPolicy.createAllVersionsAndDeletesPolicy(Duration.ofMinutes(10)));
        return cosmos.container(properties, ThroughputProperties.createManualThroughput(6_000 * PARTITIONS));
    }

    @AfterEach
    void close() {
        client.close();
        cosmos.close();
    }

    private CosmosAsyncContainer async(CosmosContainer of) {
        return client.getDatabase("db").getContainer(of.getId());
    }

    private ChangeFeedProcessorBuilder builder(String host, boolean fromBeginning) {
        return new ChangeFeedProcessorBuilder()
                .hostName(host)
                .feedContainer(async(container))
                .leaseContainer(leases)
                .options(new ChangeFeedProcessorOptions()
                        .setFeedPollDelay(Duration.ofMillis(100))
                        .setLeaseAcquireInterval(Duration.ofMillis(500))
                        .setLeaseRenewInterval(Duration.ofSeconds(1))
                        .setLeaseExpirationInterval(Duration.ofSeconds(3))
                        .setStartFromBeginning(fromBeginning));
    }

    private ChangeFeedProcessor documents(String host) {
        return builder(host, true)
                .handleChanges(
                        items -> items.forEach(item -> seen.add(item.get("id").textValue())))
                .buildChangeFeedProcessor();
    }

    private ChangeFeedProcessor latestVersions(String host) {
        return builder(host, true)
                .handleLatestVersionChanges(changes -> changes.forEach(
                        change -> seen.add(change.getCurrent().get("id").textValue())))
                .buildChangeFeedProcessor();
    }

    private ChangeFeedProcessor allVersions(String host) {
        return builder(host, false)
                .handleAllVersionsAndDeletesChanges((List<ChangeFeedProcessorItem> changes) ->
                        changes.forEach(change -> seen.add(change.getChangeFeedMetaData()
                                .getOperationType()
                                .toString())))
                .buildChangeFeedProcessor();
    }

    private List<String> write(String prefix, int count) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String id = prefix + i;
            container.createItem(item(id).put("pk", id));
            ids.add(id);
        }
        return ids;
    }

    /** Waits until all of these were seen; what is seen twice does not matter, as it is at least once by contract. */
    private void awaitAll(Collection<String> wanted) throws InterruptedException {
        Set<String> missing = new HashSet<>(wanted);
        while (!missing.isEmpty()) {
            String next = seen.poll(SECONDS_MAX, TimeUnit.SECONDS);
            assertThat(next).as("still missing: %s", missing).isNotNull();
            missing.remove(next);
        }
    }

    @Test
    void anotherWorkerTakesOverWhenOneStops() throws InterruptedException {
        List<String> before = write("before", 20);
        ChangeFeedProcessor first = documents("first");
        first.start().block();
        awaitAll(before);
        ChangeFeedProcessor second = documents("second");
        second.start().block();
        awaitAll(write("shared", 20));
        first.stop().block();
        awaitAll(write("after", 20));
        second.stop().block();
    }

    @Test
    void latestVersionsComeInTheNewForm() throws InterruptedException {
        List<String> before = write("before", 20);
        ChangeFeedProcessor first = latestVersions("first");
        first.start().block();
        awaitAll(before);
        first.stop().block();
        List<String> between = write("between", 10);
        ChangeFeedProcessor second = latestVersions("second");
        second.start().block();
        awaitAll(between);
        second.stop().block();
    }

    @Test
    void anotherWorkerTakesOverAllVersionsAndDeletes() throws InterruptedException {
        ChangeFeedProcessor first = allVersions("first");
        first.start().block();
        // The processor begins with what is written after it has its leases, and does not say when that is.
        int tries = 0;
        do {
            assertThat(tries++).isLessThan((int) SECONDS_MAX);
            write("begin" + tries + "-", 1);
        } while (seen.poll(1, TimeUnit.SECONDS) == null);
        container.createItem(item("a"));
        container.upsertItem(item("a").put("v", 2));
        awaitAll(List.of("REPLACE"));
        ChangeFeedProcessor second = allVersions("second");
        second.start().block();
        first.stop().block();
        container.deleteItem("a", CosmosFixture.P, new CosmosItemRequestOptions());
        awaitAll(List.of("DELETE"));
        second.stop().block();
    }
}
