package org.mayflydb.bench.server;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.mayflydb.base.SystemTime;
import org.mayflydb.bench.Round;
import org.mayflydb.bench.SampleItem;
import org.mayflydb.bench.WorkDirectory;

/** One of two servers that are compared, with the same containers and items, reached over HTTP and in direct mode. */
final class Contender implements AutoCloseable {
    static final String INDEXED = "bench";
    static final String UNINDEXED = "unindexed";
    private static final String EXPIRING = "expiring";
    private static final int EXPIRING_SECONDS = 3600;
    private static final int DIRECT_CONNECTIONS = 8;
    private static final int DIRECT_UNDER_WAY = 4;

    /** Numbers of created items that a round has to itself. */
    private static final long NUMBERS_PER_ROUND = 1_000_000;

    private final WorkDirectory directory;
    private final ServerProcess server;
    private final int directPort;
    private long createRound = 1;
    private long directNumber = NUMBERS_PER_ROUND * 5000;

    Contender(Path jar, List<String> jvm, WorkDirectory directory) {
        this.directory = directory;
        LoadedServer loaded = new LoadedServer(jar, jvm, directory.inner("data"));
        loaded.load();
        this.directPort = DirectBench.freePort();
        this.server = loaded.startDirect(directPort);
        LoadedServer.ask(
                server,
                LoadedServer.createContainer(
                        UNINDEXED, ",\"indexingPolicy\":{\"indexingMode\":\"none\",\"automatic\":false}"));
        LoadedServer.ask(server, LoadedServer.createContainer(EXPIRING, ",\"defaultTtl\":" + EXPIRING_SECONDS));
    }

    /** Sends these requests over HTTP for some seconds. */
    Round http(List<SignedRequest> requests, int connections, int seconds) {
        return Wrk.run(server, Wrk.reads(directory.path(), requests), connections, seconds);
    }

    /** Creates items over HTTP for some seconds. */
    Round httpCreates(String container, int connections, int seconds) {
        String id = SampleItem.id(0).replaceAll("\\D", "");
        String json = LoadedServer.json(0).replace(SampleItem.tenant(0), "tenant-###");
        Path script = Wrk.creates(
                directory.path(), LoadedServer.create(container, json), id, "###", NUMBERS_PER_ROUND * createRound++);
        return Wrk.run(server, script, connections, seconds);
    }

    /** Sends these messages in direct mode for some seconds. */
    Round direct(List<byte[]> messages, int seconds) {
        return direct(DirectLoad.inTurn(messages), DirectLoad.OK, seconds);
    }

    /** Creates items in direct mode for some seconds. */
    Round directCreates(String container, int seconds) {
        DirectMessages.Creates creates = new DirectMessages.Creates(container, replicaPath(container), now());
        return direct(() -> creates.message(directNumber++), DirectLoad.CREATED, seconds);
    }

    private Round direct(Supplier<byte[]> messages, int status, int seconds) {
        try (DirectLoad load = new DirectLoad(directPort, messages, status, DIRECT_CONNECTIONS, DIRECT_UNDER_WAY)) {
            return load.run(server, seconds);
        }
    }

    String replicaPath(String container) {
        return DirectClient.replicaPath(server.port(), "dbs/bench/colls/" + container, now());
    }

    /**
     * Creates items for some seconds, lets them expire at once and waits until they are deleted.
     *
     * @return how many were deleted, and in what time
     */
    Round purge(int connections, int seconds) {
        long created = httpCreates(EXPIRING, connections, seconds).operations();
        long cpuStart = server.cpuNanos();
        long start = System.nanoTime();
        LoadedServer.admin(server, "POST", "clock", "{\"advanceSeconds\":" + (EXPIRING_SECONDS + 1) + "}");
        LoadedServer.admin(server, "POST", "databases/bench/containers/" + EXPIRING + "/purge", "{}");
        return new Round(created, System.nanoTime() - start, server.cpuNanos() - cpuStart);
    }

    static Instant now() {
        return SystemTime.source().instant();
    }

    @Override
    public void close() {
        server.close();
    }
}
