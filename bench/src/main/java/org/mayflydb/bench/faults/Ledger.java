package org.mayflydb.bench.faults;

import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mayflydb.bench.server.PlainClient;
import org.mayflydb.bench.server.SignedRequest;

/**
 * Writers that remember every item they wrote: which version the server acknowledged, and which it may have without having
 * said so. Afterwards every item is read and compared.
 */
final class Ledger {
    static final String CONTAINER = "dbs/faults/colls/faults";
    private static final String DOCUMENTS = CONTAINER + "/docs";
    private static final String KEY = "x-ms-documentdb-partitionkey";
    private static final int WRITERS = 4;
    private static final long PAUSE_NANOS = 3_000_000;
    private static final long RETRY_NANOS = 100_000_000;
    private static final int RECENT = 50;
    private static final int ANSWER_MILLIS_MAX = 10_000;
    private static final Pattern CONTENT = Pattern.compile("\"version\":(\\d+),\"text\":\"(x*)\",\"length\":(\\d+)");

    private final IntSupplier port;
    private final InstantSource clock;
    private final int textBytes;
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final List<Writer> writers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    /** @param port where the server listens at the moment; it may change with a restart */
    Ledger(IntSupplier port, InstantSource clock, int textBytes) {
        this.port = port;
        this.clock = clock;
        this.textBytes = textBytes;
    }

    void createContainer() throws IOException {
        try (PlainClient client = PlainClient.connect(port.getAsInt())) {
            client.ask(SignedRequest.of("POST", "dbs", Map.of(), "{\"id\":\"faults\"}", clock.instant()))
                    .expect(201);
            client.ask(SignedRequest.of(
                            "POST",
                            "dbs/faults/colls",
                            Map.of(),
                            "{\"id\":\"faults\",\"partitionKey\":{\"paths\":[\"/tenant\"],\"version\":2},\"defaultTtl\":-1}",
                            clock.instant()))
                    .expect(201);
            // Threads for queries exist only after a first one.
            client.ask(SignedRequest.of(
                            "POST",
                            DOCUMENTS,
                            Map.of(
                                    KEY,
                                    "[\"t0\"]",
                                    "x-ms-documentdb-isquery",
                                    "True",
                                    "content-type",
                                    "application/query+json"),
                            "{\"query\":\"SELECT * FROM c\"}",
                            clock.instant()))
                    .expect(200);
        }
    }

    void start() {
        for (int i = 0; i < WRITERS; i++) {
            Writer writer = new Writer(i);
            writers.add(writer);
            Thread thread = new Thread(writer, "writer-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    void stop() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    long acknowledged() {
        return acknowledged.get();
    }

    /** How many writes were not acknowledged. */
    long refused() {
        return refused.get();
    }

    /** What reading everything has shown; {@code example} names one item that is wrong. */
    record Comparison(long lost, long torn, String example) {}

    /** Reads every item. The writers must have stopped. */
    Comparison compare() throws IOException {
        long lost = 0;
        long torn = 0;
        String example = "";
        try (PlainClient client = PlainClient.connect(port.getAsInt())) {
            for (Writer writer : writers) {
                for (Map.Entry<String, Version> entry : writer.versions.entrySet()) {
                    String wrong = compare(client, writer, entry.getKey(), entry.getValue());
                    lost += wrong.startsWith("lost") ? 1 : 0;
                    torn += wrong.startsWith("torn") ? 1 : 0;
                    example = example.isEmpty() ? wrong : example;
                }
            }
        }
        return new Comparison(lost, torn, example);
    }

    private String compare(PlainClient client, Writer writer, String id, Version version) throws IOException {
        int found = find(client, writer, id);
        if (found < 0 || found > version.attempted) {
            return "torn: " + id + " has version " + found + ", written up to " + version.attempted;
        }
        if (found < version.acknowledged) {
            return "lost: " + id + " has version " + found + ", acknowledged " + version.acknowledged;
        }
        if (id.startsWith("b") && id.endsWith("-0")) {
            int other = find(client, writer, id.replaceFirst("-0$", "-1"));
            return (other > 0) == (found > 0) ? "" : "torn: one half of the batch " + id;
        }
        return "";
    }

    /** The version of an item; 0 if there is none, -1 if its content does not fit together. */
    private int find(PlainClient client, Writer writer, String id) throws IOException {
        PlainClient.Answer answer =
                client.ask(SignedRequest.of("GET", DOCUMENTS + "/" + id, Map.of(KEY, writer.key), "", clock.instant()));
        if (answer.status() == 404) {
            return 0;
        }
        Matcher content = CONTENT.matcher(answer.expect(200).body());
        return content.find() && content.group(2).length() == Integer.parseInt(content.group(3), 10)
                ? Integer.parseInt(content.group(1), 10)
                : -1;
    }

    /** Of an item: the last version that was acknowledged, 0 if none, and the last one that was sent. */
    private record Version(int acknowledged, int attempted) {}

    private final class Writer implements Runnable {
        private final Random random;
        private final String tenant;
        private final String key;
        private final Map<String, Version> versions = new HashMap<>();
        private final List<String> recent = new ArrayList<>();
        private @Nullable PlainClient client;
        private int next;

        Writer(int number) {
            this.random = new Random(number);
            this.tenant = "t" + number;
            this.key = "[\"" + tenant + "\"]";
        }

        @Override
        public void run() {
            while (!stopped) {
                boolean done;
                try {
                    done = step();
                } catch (IOException | RuntimeException unknown) {
                    done = false;
                    disconnect();
                }
                (done ? acknowledged : refused).incrementAndGet();
                LockSupport.parkNanos(done ? PAUSE_NANOS : RETRY_NANOS);
            }
            disconnect();
        }

        private boolean step() throws IOException {
            int choice = random.nextInt(20);
            if (choice < 5 && !recent.isEmpty()) {
                String id = recent.get(random.nextInt(recent.size()));
                return write("PUT", DOCUMENTS + "/" + id, List.of(id), Map.of());
            }
            String id = "i-" + tenant + "-" + next++;
            if (choice < 8) {
                String pair = "b" + id;
                return write(
                        "POST",
                        DOCUMENTS,
                        List.of(pair + "-0", pair + "-1"),
                        Map.of("x-ms-cosmos-is-batch-request", "True", "x-ms-cosmos-batch-atomic", "True"));
            }
            boolean created = write("POST", DOCUMENTS, List.of(id), Map.of());
            if (created) {
                recent.add(id);
                if (recent.size() > RECENT) {
                    recent.remove(0);
                }
            }
            return created;
        }

        private boolean write(String verb, String path, List<String> ids, Map<String, String> more) throws IOException {
            Map<String, String> headers = new HashMap<>(more);
            headers.put(KEY, key);
            List<String> bodies = new ArrayList<>();
            for (String id : ids) {
                Version before = versions.getOrDefault(id, new Version(0, 0));
                versions.put(id, new Version(before.acknowledged, before.attempted + 1));
                bodies.add(body(id, before.attempted + 1));
            }
            String body = ids.size() == 1
                    ? bodies.get(0)
                    : "["
                            + String.join(
                                    ",", bodies.stream().map(this::operation).toList()) + "]";
            int status = connected()
                    .ask(SignedRequest.of(verb, path, headers, body, clock.instant()))
                    .status();
            if (status != 200 && status != 201) {
                return false;
            }
            ids.forEach(id -> versions.computeIfPresent(
                    id, (same, version) -> new Version(version.attempted, version.attempted)));
            return true;
        }

        private String operation(String body) {
            return "{\"operationType\":\"Create\",\"partitionKey\":\"[\\\"" + tenant + "\\\"]\",\"resourceBody\":"
                    + body + "}";
        }

        private String body(String id, int version) {
            int length = random.nextInt(textBytes);
            return "{\"id\":\"" + id + "\",\"tenant\":\"" + tenant + "\",\"version\":" + version + ",\"text\":\""
                    + "x".repeat(length) + "\",\"length\":" + length + "}";
        }

        private PlainClient connected() throws IOException {
            PlainClient open = client;
            if (open == null) {
                open = PlainClient.connect(port.getAsInt()).patience(ANSWER_MILLIS_MAX);
                client = open;
            }
            return open;
        }

        private void disconnect() {
            try {
                if (client != null) {
                    client.close();
                }
            } catch (IOException gone) {
                // nothing is left to close
            }
            client = null;
        }
    }
}
