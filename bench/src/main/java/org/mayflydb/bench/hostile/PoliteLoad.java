package org.mayflydb.bench.hostile;

import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.mayflydb.bench.server.DirectClient;
import org.mayflydb.bench.server.Latencies;

/** Well-behaved clients, half over HTTP and half in direct mode, each at an even rate. */
final class PoliteLoad {
    static final String CONTAINER = Target.DATABASE + "/colls/soak";
    private static final int CLIENTS = 3;
    private static final long PAUSE_NANOS = 15_000_000;
    private static final int FAILURES_KEPT = 20;

    private final int port;
    private final int directPort;
    private final InstantSource clock;
    private final long seed;
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger failureCount = new AtomicInteger();
    private final AtomicLong throttled = new AtomicLong();
    private final AtomicInteger generation = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();
    private Map<String, Latencies> latencies = new TreeMap<>(); // guarded by this
    private volatile boolean stopped;

    PoliteLoad(int port, int directPort, InstantSource clock, long seed) {
        this.port = port;
        this.directPort = directPort;
        this.clock = clock;
        this.seed = seed;
    }

    void start() {
        for (int i = 0; i < CLIENTS; i++) {
            start("http", i);
            start("direct", i);
        }
    }

    private void start(String protocol, int number) {
        Thread thread = new Thread(() -> work(protocol, number), "polite-" + protocol + "-" + number);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    /** After a failure the client begins anew, with a partition key that nothing is known about. */
    private void work(String protocol, int number) {
        Random random = new Random(seed + number);
        while (!stopped) {
            // Another load may have left items behind.
            String tenant = protocol + "-" + number + "-" + seed + "-" + generation.incrementAndGet();
            PoliteClient.Observer observer = (operation, nanos) -> add(protocol + " " + operation, nanos);
            try (PoliteClient client = new PoliteClient(connect(protocol), observer, tenant, random, clock)) {
                while (!stopped) {
                    step(client);
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            } catch (IOException | RuntimeException failure) {
                if (!stopped) {
                    failureCount.incrementAndGet();
                    if (failures.size() < FAILURES_KEPT) {
                        failures.add(protocol + ": " + failure);
                    }
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        }
    }

    private void step(PoliteClient client) throws IOException {
        try {
            client.step();
        } catch (PoliteClient.ThrottledException refused) {
            throttled.incrementAndGet();
        }
    }

    private Documents connect(String protocol) throws IOException {
        String list = CONTAINER + "/docs";
        return protocol.equals("http")
                ? Documents.http(port, list, clock)
                : Documents.direct(directPort, list, DirectClient.replicaPath(port, CONTAINER, clock.instant()), clock);
    }

    private synchronized void add(String operation, long nanos) {
        latencies.computeIfAbsent(operation, name -> new Latencies()).add(nanos);
    }

    /** What was measured since the last call, by operation. */
    synchronized Map<String, Latencies> take() {
        Map<String, Latencies> taken = latencies;
        latencies = new TreeMap<>();
        return taken;
    }

    int failureCount() {
        return failureCount.get();
    }

    /** The first failures, in words. */
    Queue<String> failures() {
        return failures;
    }

    /** How many requests returned 429. */
    long throttled() {
        return throttled.get();
    }

    void stop() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
