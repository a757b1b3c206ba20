package org.mayflydb.bench.server;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.SystemTime;
import org.mayflydb.bench.WorkDirectory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lets well-behaved and hostile clients at a server for a while, and looks what became of it. */
@Command(name = "soak", description = "Lets well-behaved and hostile clients at a server for a while.")
public final class Soak implements Callable<Integer> {
    private static final int CLIENTS = 4;
    private static final int SAMPLES = 120;

    /** Slow enough that the ports of closed connections come back before they run out. */
    private static final long HOSTILE_PAUSE_NANOS = 60_000_000;

    private static final long PAUSE_NANOS = 2_000_000;
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final int CALM_SECONDS_MAX = 60;

    /** What a server may open late and once, such as a source of randomness. A leak is thousands. */
    private static final int LATE_FILES_MAX = 8;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--seconds", description = "How long (default: 600).")
    private int seconds = 600;

    @Option(names = "--seed", description = "What the clients' choices come from (default: 1).")
    private long seed = 1;

    @Option(names = "--jar", description = "The server (default: app/target/mayfly.jar, here or one directory up).")
    private @Nullable Path jar;

    @Option(names = "--jvm", split = " ", description = "Options of the server's Java machine, in one word.")
    private List<String> jvm = List.of();

    @Option(names = "--directory", description = "Where the database is made (default: a temporary directory).")
    private @Nullable Path parent;

    private final InstantSource clock = SystemTime.source();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong operations = new AtomicLong();
    private final AtomicLong attacks = new AtomicLong();

    private Soak() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Soak()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out =
                Invariant.present(spec, "picocli sets it").commandLine().getOut();
        Path server = jar == null ? ServerBench.findJar() : jar;
        if (server == null) {
            out.println("There is no app/target/mayfly.jar. Make it: mvn -q -pl app -am package -DskipTests");
            return 2;
        }
        try (WorkDirectory directory = WorkDirectory.make(parent);
                ServerProcess process = new LoadedServer(server, jvm, directory.inner("data")).start()) {
            return soak(process, directory.path(), out) ? 0 : 1;
        }
    }

    private boolean soak(ServerProcess server, Path data, PrintWriter out) throws IOException, InterruptedException {
        // Counted before anybody has connected.
        int idleSockets = server.openSockets();
        int idleFiles = server.openFilesOutside(data);
        createContainers(server.port(), clock);
        long end = System.nanoTime() + seconds * SECOND_NANOS;
        ExecutorService threads = Executors.newCachedThreadPool();
        for (int i = 0; i < CLIENTS; i++) {
            int number = i;
            threads.execute(() -> guarded(() -> behave(server.port(), number, end)));
        }
        for (Hostility hostility : Hostility.values()) {
            threads.execute(() -> guarded(() -> attack(server.port(), hostility, end)));
        }
        MemorySeries memory = new MemorySeries();
        while (System.nanoTime() < end && failures.isEmpty() && server.isAlive()) {
            LockSupport.parkNanos(Math.min(seconds * SECOND_NANOS / SAMPLES, Math.max(1, end - System.nanoTime())));
            memory.add(server.residentBytes());
        }
        threads.shutdown();
        boolean ended = threads.awaitTermination(CALM_SECONDS_MAX, TimeUnit.SECONDS);
        boolean calm = ended && isCalm(server, idleSockets);
        out.println("well-behaved: " + operations + " operations; hostile: " + attacks + " connections");
        out.println(memory);
        int files = server.openFilesOutside(data);
        boolean closed = files <= idleFiles + LATE_FILES_MAX;
        out.println("sockets: " + idleSockets + " before, " + server.openSockets() + " after; files but the store's: "
                + idleFiles + " before, " + files + " after");
        failures.forEach(failure -> out.println("FAILED: " + failure));
        boolean alive = isAnswering(server.port());
        boolean good = alive && calm && closed && failures.isEmpty() && memory.isFlat();
        out.println((alive ? "it answers" : "it does NOT answer")
                + (calm ? "" : ", connections are LEFT")
                + (closed ? "" : ", files are LEFT open")
                + (memory.isFlat() ? "" : ", memory GROWS")
                + (good ? ": ok" : ": NOT ok"));
        out.flush();
        return good;
    }

    /** The containers of the well-behaved and of the hostile. */
    static void createContainers(int port, InstantSource clock) throws IOException {
        try (PlainClient client = PlainClient.connect(port)) {
            client.ask(SignedRequest.of("POST", "dbs", Map.of(), "{\"id\":\"soak\"}", clock.instant()))
                    .expect(201);
            for (String id : List.of("soak", "hostile")) {
                String body = "{\"id\":\"" + id
                        + "\",\"partitionKey\":{\"paths\":[\"/tenant\"],\"version\":2},\"defaultTtl\":-1}";
                client.ask(SignedRequest.of("POST", "dbs/soak/colls", Map.of(), body, clock.instant()))
                        .expect(201);
            }
        }
    }

    private void behave(int port, int number, long end) throws IOException {
        Random random = new Random(seed + number);
        try (SoakClient client = new SoakClient(PlainClient.connect(port), "tenant-" + number, random, clock)) {
            while (System.nanoTime() < end) {
                client.step();
                operations.incrementAndGet();
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private void attack(int port, Hostility hostility, long end) throws IOException {
        Random random = new Random(seed + hostility.name().hashCode());
        while (System.nanoTime() < end) {
            hostility.once(port, random, clock.instant());
            attacks.incrementAndGet();
            LockSupport.parkNanos(HOSTILE_PAUSE_NANOS);
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private void guarded(Work work) {
        try {
            work.run();
        } catch (IOException | RuntimeException failure) {
            failures.add(failure);
        }
    }

    private static boolean isCalm(ServerProcess server, int idleSockets) {
        for (int i = 0; i < CALM_SECONDS_MAX && server.openSockets() != idleSockets; i++) {
            LockSupport.parkNanos(SECOND_NANOS);
        }
        return server.openSockets() == idleSockets;
    }

    private static boolean isAnswering(int port) {
        try (PlainClient client = PlainClient.connect(port)) {
            client.send("GET /alive HTTP/1.1\r\nhost: localhost\r\n\r\n");
            return client.receive().status() == 200;
        } catch (IOException failure) {
            return false;
        }
    }

    /** How much memory the server had in use, from the first sample to the last. */
    static final class MemorySeries {
        private static final double GROWTH_MAX = 1.2;

        private final List<Long> megabytes = new ArrayList<>();

        void add(long bytes) {
            megabytes.add(bytes >> 20);
        }

        /** Whether the last quarter is no more than a fifth above the second; the first is for warming up. */
        boolean isFlat() {
            return megabytes.size() < 4 || median(3) <= GROWTH_MAX * median(1);
        }

        private double median(int quarter) {
            int size = megabytes.size();
            List<Long> part = megabytes.subList(quarter * size / 4, (quarter + 1) * size / 4).stream()
                    .sorted()
                    .toList();
            return part.get(part.size() / 2);
        }

        @Override
        public String toString() {
            return "memory, MB: " + megabytes
                    + (megabytes.size() < 4 ? "" : "; second quarter " + median(1) + ", last quarter " + median(3));
        }
    }
}
