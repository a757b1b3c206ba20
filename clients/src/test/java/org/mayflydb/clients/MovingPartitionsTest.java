package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.database.PartitionOwners;
import org.mayflydb.server.TestCluster;
import org.mayflydb.server.TestCluster.Member;

/** A client that knows one of three servers works on, while partitions move and servers come, go and die. */
class MovingPartitionsTest {
    private static final int KEYS = 30;
    private static final int THREADS = 4;
    private static final long PATIENCE_SECONDS = 120;
    private static final Set<Integer> FAILURES_OF_WRITES = Set.of(408, 429, 449, 503);

    private final TestCluster cluster = new TestCluster();
    private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();
    private final Map<String, Long> attempted = new ConcurrentHashMap<>();
    private final Set<String> wrong = new ConcurrentSkipListSet<>();
    private final Semaphore rounds = new Semaphore(0);
    private volatile boolean over;

    private static PartitionKey key(int i) {
        return new PartitionKey("k" + i);
    }

    private static ObjectNode item(String id, int key, long value) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", id)
                .put("pk", "k" + key)
                .put("value", value);
    }

    /** Each thread writes items of its own, one key after the other, and reads what it has written before. */
    private void work(CosmosContainer container, int thread) {
        for (long round = 1; !over; round++) {
            for (int key = 0; key < KEYS && !over; key++) {
                write(container, "t" + thread + "k" + key, key, round);
                read(container, "t" + thread + "k" + key, key);
            }
            rounds.release();
        }
    }

    private void write(CosmosContainer container, String id, int key, long value) {
        attempted.put(id, value);
        try {
            container.upsertItem(item(id, key, value), key(key), new CosmosItemRequestOptions());
            acknowledged.put(id, value);
        } catch (CosmosException failure) {
            if (!FAILURES_OF_WRITES.contains(failure.getStatusCode())) {
                wrong.add("write: " + failure.getStatusCode() + "/" + failure.getSubStatusCode() + " "
                        + failure.getShortMessage());
            }
        }
    }

    private void read(CosmosContainer container, String id, int key) {
        Long known = acknowledged.get(id);
        if (known == null) {
            return;
        }
        try {
            long value = container
                    .readItem(id, key(key), ObjectNode.class)
                    .getItem()
                    .get("value")
                    .asLong();
            if (value < known || value > Objects.requireNonNull(attempted.get(id))) {
                wrong.add("read " + value + " of " + id + " after " + known);
            }
        } catch (CosmosException failure) {
            wrong.add("read: " + failure.getStatusCode() + "/" + failure.getSubStatusCode() + " "
                    + failure.getShortMessage());
        }
    }

    private boolean owns(Member member) {
        PartitionOwners owners = Objects.requireNonNull(member.engine().owners());
        ContainerRecord container = member.engine().container("d", "c");
        return container.partitions().stream().anyMatch(owners::isHere);
    }

    /** Until every thread has been through all keys a few times more. */
    private void awaitRounds() throws InterruptedException {
        rounds.drainPermits();
        assertThat(rounds.tryAcquire(3 * THREADS, PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("requests are answered; wrong are %s", wrong)
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTPS", "DIRECT"})
    void readsNeverFailAndWritesFailOnlyInWaysThatClientsExpect(Scheme scheme) throws Exception {
        Member first = cluster.start("a");
        Member second = cluster.start("b");
        Member third = cluster.start("c");
        CosmosClientBuilder builder = scheme.apply(new CosmosClientBuilder()
                .endpoint("https://localhost:" + first.server().port() + "/")
                .key(TestCluster.KEY));
        try (CosmosClient client = builder.buildClient()) {
            client.createDatabase("d");
            client.getDatabase("d")
                    .createContainer(
                            new CosmosContainerProperties("c", "/pk"),
                            ThroughputProperties.createManualThroughput(120_000));
            CosmosContainer container = client.getDatabase("d").getContainer("c");
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                threads.add(new Thread(() -> work(container, thread), "load-" + i));
            }
            threads.forEach(Thread::start);
            awaitRounds();
            assertThat(owns(first) && owns(second) && owns(third)).isTrue();
            Member fourth = cluster.start("d");
            while (!owns(fourth) && wrong.isEmpty()) {
                awaitRounds();
            }
            third.kill();
            awaitRounds();
            second.stop();
            awaitRounds();
            over = true;
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(wrong).isEmpty();
            for (Map.Entry<String, Long> written : acknowledged.entrySet()) {
                int key = Integer.parseInt(written.getKey().replaceFirst(".*k", ""));
                read(container, written.getKey(), key);
            }
            assertThat(wrong).isEmpty();
            assertThat(
                            container
                                    .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), ObjectNode.class)
                                    .stream()
                                    .map(item -> item.get("id").asText())
                                    .distinct())
                    .hasSameElementsAs(attempted.keySet());
        }
        assertThat(cluster.violations()).isEmpty();
        cluster.close();
    }
}
