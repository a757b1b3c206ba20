package org.mayflydb.bench.server;

import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.mayflydb.base.SystemTime;

/**
 * Clients that create items with short lifetimes, read them and query them, each over a connection of its own and at an
 * even rate. A client that cannot keep its rate does not make up for it.
 */
final class ExpiringLoad {
    private static final String DOCUMENTS = "dbs/load/colls/load/docs";
    private static final int TENANTS = 50;
    private static final int KINDS = 20;
    private static final long SECOND_NANOS = 1_000_000_000L;

    /** Of a thousand requests; the rest are queries. */
    private static final int CREATES = 592;

    private static final int READS = 330;

    private final Plan plan;
    private final InstantSource clock = SystemTime.source();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final List<Client> clients = new ArrayList<>();
    private List<Thread> threads = List.of();

    /**
     * What is sent.
     *
     * @param requestsPerSecond of all clients together
     * @param ttlMin the shortest lifetime of an item, in seconds
     * @param warmUpSeconds how long requests are not counted
     */
    record Plan(int clients, int requestsPerSecond, int ttlMin, int ttlMax, int warmUpSeconds) {}

    ExpiringLoad(Plan plan) {
        this.plan = plan;
    }

    /** Makes the container that {@link #start} fills. */
    static void createContainer(int port) throws IOException {
        InstantSource clock = SystemTime.source();
        try (PlainClient client = PlainClient.connect(port)) {
            client.ask(SignedRequest.of("POST", "dbs", Map.of(), "{\"id\":\"load\"}", clock.instant()))
                    .expect(201);
            String container = "{\"id\":\"load\",\"partitionKey\":{\"paths\":[\"/tenant\"],\"kind\":\"Hash\"},"
                    + "\"defaultTtl\":-1}";
            client.ask(SignedRequest.of("POST", "dbs/load/colls", Map.of(), container, clock.instant()))
                    .expect(201);
        }
    }

    void start(int port, int seconds) {
        long start = System.nanoTime();
        for (int i = 0; i < plan.clients; i++) {
            clients.add(new Client(port, i, start, start + seconds * SECOND_NANOS));
        }
        threads = clients.stream()
                .map(client -> new Thread(client, "client-" + client.number))
                .toList();
        threads.forEach(Thread::start);
    }

    /** Waits for the end, and returns what was counted. */
    Result finish() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        Latencies all = new Latencies();
        Latencies creates = new Latencies();
        double seconds = 0;
        for (Client client : clients) {
            all.add(client.creates);
            all.add(client.others);
            creates.add(client.creates);
            seconds = Math.max(seconds, client.countedSeconds);
        }
        return new Result(all, creates, seconds);
    }

    Queue<Throwable> failures() {
        return failures;
    }

    /** What was counted after warming up. */
    record Result(Latencies all, Latencies creates, double seconds) {
        double perSecond() {
            return all.total() / seconds;
        }

        double createsPerSecond() {
            return creates.total() / seconds;
        }
    }

    private final class Client implements Runnable {
        private final int port;
        private final int number;
        private final long start;
        private final long end;
        private final Random random;
        private final Latencies creates = new Latencies();
        private final Latencies others = new Latencies();
        private double countedSeconds;
        private long created;

        Client(int port, int number, long start, long end) {
            this.port = port;
            this.number = number;
            this.start = start;
            this.end = end;
            this.random = new Random(number);
        }

        @Override
        public void run() {
            long counted = start + plan.warmUpSeconds * SECOND_NANOS;
            long period = SECOND_NANOS * plan.clients / plan.requestsPerSecond;
            long due = start + period * number / plan.clients;
            try (PlainClient connection = PlainClient.connect(port)) {
                while (due < end && failures.isEmpty()) {
                    for (long now = System.nanoTime(); now < due; now = System.nanoTime()) {
                        LockSupport.parkNanos(due - now);
                    }
                    int choice = random.nextInt(1000);
                    long before = System.nanoTime();
                    ask(connection, choice);
                    long after = System.nanoTime();
                    if (before >= counted) {
                        (choice < CREATES ? creates : others).add(after - before);
                        countedSeconds = (after - counted) / (double) SECOND_NANOS;
                    }
                    due = Math.max(due + period, after - period);
                }
            } catch (IOException | RuntimeException failure) {
                failures.add(failure);
            }
        }

        private void ask(PlainClient connection, int choice) throws IOException {
            if (choice < CREATES) {
                create(connection);
            } else if (choice < CREATES + READS) {
                read(connection);
            } else {
                query(connection);
            }
        }

        private String tenant(long item) {
            return "t" + (item * plan.clients + number) % TENANTS;
        }

        private Map<String, String> key(String tenant) {
            return Map.of("x-ms-documentdb-partitionkey", "[\"" + tenant + "\"]");
        }

        private void create(PlainClient connection) throws IOException {
            String tenant = tenant(created);
            int ttl = plan.ttlMin + random.nextInt(plan.ttlMax - plan.ttlMin + 1);
            String body = "{\"id\":\"c" + number + "-" + created + "\",\"tenant\":\"" + tenant + "\",\"ttl\":" + ttl
                    + ",\"kind\":\"k" + random.nextInt(KINDS) + "\",\"value\":" + random.nextInt(1_000_000)
                    + ",\"state\":{\"open\":" + random.nextBoolean() + ",\"step\":" + random.nextInt(10)
                    + "},\"tags\":[\"a" + random.nextInt(100) + "\",\"b" + random.nextInt(100) + "\"],\"text\":\""
                    + "t".repeat(300 + random.nextInt(400)) + "\"}";
            connection
                    .ask(SignedRequest.of("POST", DOCUMENTS, key(tenant), body, clock.instant()))
                    .expect(201);
            created++;
        }

        private void read(PlainClient connection) throws IOException {
            long item = created == 0 ? 0 : created - 1 - random.nextInt((int) Math.min(created, 2000));
            PlainClient.Answer answer = connection.ask(SignedRequest.of(
                    "GET", DOCUMENTS + "/c" + number + "-" + item, key(tenant(item)), "", clock.instant()));
            if (answer.status() != 200) {
                answer.expect(404);
            }
        }

        private void query(PlainClient connection) throws IOException {
            String body = "{\"query\":\"SELECT TOP 20 c.id, c[\\\"value\\\"] FROM c WHERE c.kind = 'k"
                    + random.nextInt(KINDS) + "' ORDER BY c[\\\"value\\\"]\"}";
            Map<String, String> headers = Map.of(
                    "x-ms-documentdb-partitionkey",
                    "[\"t" + random.nextInt(TENANTS) + "\"]",
                    "x-ms-documentdb-isquery",
                    "True",
                    "content-type",
                    "application/query+json");
            connection
                    .ask(SignedRequest.of("POST", DOCUMENTS, headers, body, clock.instant()))
                    .expect(200);
        }
    }
}
