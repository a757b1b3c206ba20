package org.mayflydb.clients;

import static org.mayflydb.clients.CosmosFixture.item;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosEndToEndOperationLatencyPolicyConfig;
import com.azure.cosmos.CosmosEndToEndOperationLatencyPolicyConfigBuilder;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Clients that create items one after the other, and read again what they were told is written. */
final class Load implements AutoCloseable {
    private static final int WRITERS = 4;
    private static final int SECONDS_MAX = 120;

    /**
     * The Java client loses a request that it writes to a connection in the moment in which that is closed, and would wait for
     * ever: nothing listens for the failure of the write, and no timeout has begun.
     */
    private static final CosmosEndToEndOperationLatencyPolicyConfig TIMEOUT =
            new CosmosEndToEndOperationLatencyPolicyConfigBuilder(Duration.ofSeconds(90)).build();

    /** The sub-status of a request that the client has given up by {@link #TIMEOUT}. */
    private static final int OPERATION_CANCELLED = 20008;

    private final CosmosContainer container;
    private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 1);
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<Thread, Request> underWay = new ConcurrentHashMap<>();

    /** The numbers of the items whose creation was acknowledged. */
    private final List<Integer> acknowledged = new ArrayList<>(); // guarded by this

    private final Map<Integer, Integer> failures = new TreeMap<>(); // guarded by this
    private int abandoned; // guarded by this
    private @Nullable CosmosException lastFailure; // guarded by this
    private volatile boolean stopping;

    /** What a thread waits for, and since when. */
    record Request(String what, long startNanos) {
        Duration age() {
            return Duration.ofNanos(System.nanoTime() - startNanos);
        }
    }

    Load(CosmosContainer container) {
        this.container = container;
        for (int i = 0; i < WRITERS; i++) {
            threads.execute(this::write);
        }
        threads.execute(this::read);
    }

    private void write() {
        while (!stopping) {
            int number = numbers.incrementAndGet();
            perform("create " + number, () -> {
                container.createItem(item(id(number)).put("pk", key(number)), new PartitionKey(key(number)), options());
                acknowledge(number);
            });
        }
    }

    private void read() {
        Random random = new Random(1);
        while (!stopping) {
            int number = acknowledgedNumber(random);
            if (number > 0) {
                perform("read " + number, () -> read(number));
            }
        }
    }

    private void read(int number) {
        container.readItem(id(number), new PartitionKey(key(number)), options(), ObjectNode.class);
    }

    private static CosmosItemRequestOptions options() {
        return new CosmosItemRequestOptions().setCosmosEndToEndOperationLatencyPolicyConfig(TIMEOUT);
    }

    private void perform(String what, Runnable request) {
        underWay.put(Thread.currentThread(), new Request(what, System.nanoTime()));
        try {
            request.run();
        } catch (CosmosException failure) {
            failed(failure);
        } finally {
            underWay.remove(Thread.currentThread());
        }
    }

    private synchronized void failed(CosmosException failure) {
        failures.merge(failure.getStatusCode(), 1, Integer::sum);
        abandoned += failure.getSubStatusCode() == OPERATION_CANCELLED ? 1 : 0;
        lastFailure = failure;
    }

    private synchronized void acknowledge(int number) {
        acknowledged.add(number);
        notifyAll();
    }

    private synchronized int acknowledgedNumber(Random random) {
        return acknowledged.isEmpty() ? 0 : acknowledged.get(random.nextInt(acknowledged.size()));
    }

    private static String id(int number) {
        return "load" + number;
    }

    private static String key(int number) {
        return "key" + number % 97;
    }

    /** Waits until so many more were acknowledged; fails if they do not come. */
    synchronized void awaitWrites(int more) throws InterruptedException {
        int enough = acknowledged.size() + more;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2 * SECONDS_MAX);
        while (acknowledged.size() < enough) {
            long millis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (millis <= 0) {
                throw new AssertionError("Nothing is written any more; the last failure: " + lastFailure);
            }
            wait(millis);
        }
    }

    /** Ends the work and waits for what is under way. */
    void stop() throws InterruptedException {
        stopping = true;
        threads.shutdown();
        if (!threads.awaitTermination(SECONDS_MAX, TimeUnit.SECONDS)) {
            throw new AssertionError("Requests do not end: " + underWay.values());
        }
    }

    /** The requests under way, by the thread that waits for them. */
    Map<Thread, Request> underWay() {
        return Map.copyOf(underWay);
    }

    /** How many creations were acknowledged. */
    synchronized int written() {
        return acknowledged.size();
    }

    /** How many requests of writers and the reader failed, by status. */
    synchronized Map<Integer, Integer> failures() {
        return new TreeMap<>(failures);
    }

    /** How many requests the client would have waited for without end. */
    synchronized int abandoned() {
        return abandoned;
    }

    /** Those that were acknowledged and cannot be read. */
    List<Integer> missing() {
        List<Integer> written;
        synchronized (this) {
            written = List.copyOf(acknowledged);
        }
        return written.stream()
                .filter(number -> {
                    try {
                        read(number);
                        return false;
                    } catch (CosmosException absent) {
                        return true;
                    }
                })
                .toList();
    }

    @Override
    public void close() {
        stopping = true;
        threads.shutdownNow();
    }
}
