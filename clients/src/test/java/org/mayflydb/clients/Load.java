package org.mayflydb.clients;

import static org.mayflydb.clients.CosmosFixture.item;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that create items one after the other, and read again what they were told is written. */
final class Load implements AutoCloseable {
    private static final int WRITERS = 4;
    private static final int SECONDS_MAX = 120;

    private final CosmosContainer container;
    private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 1);
    private final AtomicInteger numbers = new AtomicInteger();

    /** The numbers of the items whose creation was acknowledged. */
    private final List<Integer> acknowledged = new CopyOnWriteArrayList<>();

    private final List<CosmosException> failures = new CopyOnWriteArrayList<>();
    private final Map<Thread, String> underWay = new ConcurrentHashMap<>();
    private volatile boolean stopping;

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
            underWay.put(Thread.currentThread(), "create " + number);
            try {
                container.createItem(item(id(number)).put("pk", key(number)));
                acknowledge(number);
            } catch (CosmosException failure) {
                failures.add(failure);
            }
        }
        underWay.remove(Thread.currentThread());
    }

    private synchronized void acknowledge(int number) {
        acknowledged.add(number);
        notifyAll();
    }

    private void read() {
        Random random = new Random(1);
        while (!stopping) {
            int known = acknowledged.size();
            if (known > 0) {
                int number = acknowledged.get(random.nextInt(known));
                underWay.put(Thread.currentThread(), "read " + number);
                try {
                    container.readItem(id(number), new PartitionKey(key(number)), ObjectNode.class);
                } catch (CosmosException failure) {
                    failures.add(failure);
                }
            }
        }
        underWay.remove(Thread.currentThread());
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
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_MAX);
        while (acknowledged.size() < enough) {
            long millis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (millis <= 0) {
                throw new AssertionError("Nothing is written any more; the last failures: "
                        + failures.subList(Math.max(0, failures.size() - 3), failures.size()));
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

    /** How many creations were acknowledged. */
    int written() {
        return acknowledged.size();
    }

    /** What writers and the reader were told. */
    List<CosmosException> failures() {
        return failures;
    }

    /** Those that were acknowledged and cannot be read. */
    List<Integer> missing() {
        return acknowledged.stream()
                .filter(number -> {
                    try {
                        container.readItem(id(number), new PartitionKey(key(number)), ObjectNode.class);
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
