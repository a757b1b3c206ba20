package org.mayflydb.conformance.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.conformance.history.Operation.Kind;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.json.JsonObject;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.rocksdb.RocksOptions;
import org.mayflydb.storage.rocksdb.RocksStore;

/**
 * What many clients see of a server that is killed, that splits its partitions and whose clock moves, is what the container's
 * log says. {@code -Dmayfly.seed=N} chooses the operations, {@code -Dmayfly.operations=N} how many.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal that kills")
@Tag("process")
class HistoryTest {
    private static final int OPERATIONS = Integer.getInteger("mayfly.operations", 100_000);
    private static final int CLIENTS = 6;

    /** After each of these parts of the operations the clock is moved, and sometimes more. */
    private static final int SLICES = 48;

    private static final Set<Integer> KILLS = Set.of(7, 19, 28, 40);

    /** Some right before a kill, so that it meets a split. */
    private static final Map<Integer, Integer> THROUGHPUT = Map.of(4, 20_000, 18, 30_000, 28, 60_000, 36, 80_000);

    private static final Set<Integer> PURGES = Set.of(10, 22, 34);
    private static final long START = 1_794_700_800L;
    private static final int STEP_SECONDS_MAX = 4;

    @TempDir
    private Path directory;

    private final long seed = Long.getLong("mayfly.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Door door = new Door();
    private final HistoryRecorder recorder = new HistoryRecorder(OPERATIONS, START);
    private final FeedFollower follower = new FeedFollower(() -> 1 + new Random(recorder.size()).nextInt(200));
    private final StampReader stamps = new StampReader(new Random(seed - 1));
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Something to do with a connection again and again. */
    private interface Visit {
        void make(Connection connection) throws IOException;
    }

    @Test
    @Timeout(value = 600, unit = TimeUnit.SECONDS)
    void whatClientsSeeIsWhatTheLogSays() throws Exception {
        DoomedServer server = start("RELAXED");
        try {
            createContainer(server);
            door.open(server.port());
            List<Future<?>> running = startClients();
            for (int slice = 1; slice < SLICES; slice++) {
                recorder.await((int) ((long) OPERATIONS * slice / SLICES));
                server = direct(slice, server);
            }
            for (Future<?> each : running) {
                each.get();
            }
            judge(server);
        } finally {
            threads.shutdownNow();
            server.kill();
        }
        try (Store store = RocksStore.open(directory.resolve("store"), RocksOptions.defaults())) {
            assertThat(StoreCheck.run(store).findings()).as("seed %s", seed).isEmpty();
        }
    }

    private List<Future<?>> startClients() {
        Map<String, String> etags = new ConcurrentHashMap<>();
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            running.add(start(new HistoryClient(door, recorder, new Random(seed + 1 + i), etags)));
        }
        running.add(start(() -> visit(stamps::look, 100)));
        running.add(start(() -> visit(follower::readOn, 500)));
        return running;
    }

    private Future<?> start(Callable<Void> task) {
        return threads.submit(() -> {
            try {
                return task.call();
            } catch (Exception | Error failure) {
                recorder.giveUp(failure);
                throw failure;
            }
        });
    }

    /** Visits the server every so many operations until all are done. */
    private Void visit(Visit visit, int pause) throws InterruptedException {
        Door.Place place = door.present();
        while (!recorder.isComplete()) {
            try (Connection connection = new Connection(place.port())) {
                while (!recorder.isComplete()) {
                    visit.make(connection);
                    recorder.await(recorder.size() + pause);
                }
            } catch (IOException killed) {
                place = door.after(place.generation());
            }
        }
        return null;
    }

    /** What happens after a slice of the operations; answers the server that runs then. */
    private DoomedServer direct(int slice, DoomedServer server) throws IOException, InterruptedException {
        try (Connection connection = new Connection(server.port())) {
            long second = recorder.latestSecond() + 1 + random.nextInt(STEP_SECONDS_MAX);
            recorder.clockWillMoveTo(second);
            admin(connection, "clock", "{\"set\":\"" + Instant.ofEpochSecond(second) + "\"}");
            recorder.clockHasMoved();
            Integer throughput = THROUGHPUT.get(slice);
            if (throughput != null) {
                raise(connection, throughput);
            }
            if (PURGES.contains(slice)) {
                admin(connection, "flush", "");
            }
        }
        if (!KILLS.contains(slice)) {
            return server;
        }
        server.kill();
        DoomedServer next = start(slice % 2 == 0 ? "RELAXED" : "SYNCED");
        door.open(next.port());
        return next;
    }

    private DoomedServer start(String durability) throws IOException {
        return DoomedServer.start(
                directory.resolve("store"), recorder.latestSecond(), durability, directory.resolve("complaints"));
    }

    private static void createContainer(DoomedServer server) throws IOException {
        try (Connection connection = new Connection(server.port())) {
            connection
                    .ask(new Request("POST", "dbs", Map.of(), "{\"id\":\"history\"}"))
                    .expect(201);
            connection
                    .ask(new Request(
                            "POST",
                            "dbs/history/colls",
                            Map.of(WireHeaders.OFFER_THROUGHPUT, "10000"),
                            "{\"id\":\"items\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2},"
                                    + "\"defaultTtl\":" + Content.DEFAULT_TTL_SECONDS
                                    + ",\"changeFeedPolicy\":{\"retentionDuration\":100000}}"))
                    .expect(201);
        }
    }

    private static void raise(Connection connection, int throughput) throws IOException {
        JsonObject offer = connection
                .ask(new Request("GET", "offers", Map.of(), ""))
                .expect(200)
                .list("Offers")
                .get(0);
        connection
                .ask(new Request(
                        "PUT",
                        "offers/" + Translation.text(offer, "id"),
                        Map.of(),
                        "{\"content\":{\"offerThroughput\":" + throughput + "}}"))
                .expect(200);
    }

    private static void admin(Connection connection, String command, String body) throws IOException {
        connection
                .ask(new Request("POST", "_mayfly/" + command, Map.of(), body))
                .expect(200);
    }

    private void judge(DoomedServer server) throws IOException {
        FeedFollower whole = new FeedFollower(() -> -1);
        try (Connection connection = new Connection(server.port())) {
            admin(connection, "flush", "");
            follower.readOn(connection);
            // A split that was finished after the ranges were listed leaves the rest to a second look.
            follower.readOn(connection);
            whole.readOn(connection);
            whole.readOn(connection);
            HistoryCheck check = HistoryCheck.of(recorder.events(), whole.changes());
            System.out.println(summary(whole.changes()));
            assertThat(check.findings()).as("seed %s", seed).isEmpty();
            assertThat(stamps.findings()).as("seed %s", seed).isEmpty();
            assertThat(follower.findings()).as("seed %s", seed).isEmpty();
            assertThat(HistoryCheck.byPartition(follower.changes()))
                    .as("what a follower read, seed %s", seed)
                    .isEqualTo(HistoryCheck.byPartition(whole.changes()));
            assertThat(ranges(connection))
                    .as("partitions in the end, seed %s", seed)
                    .isGreaterThan(1);
            for (String text : Workload.QUERIES) {
                assertThat(present(connection, text))
                        .as("what '%s' finds, seed %s", text, seed)
                        .isEqualTo(check.lastEtags());
            }
        }
    }

    private static int ranges(Connection connection) throws IOException {
        return connection
                .ask(new Request("GET", "dbs/history/colls/items/pkranges", Map.of(), ""))
                .expect(200)
                .list("PartitionKeyRanges")
                .size();
    }

    /** What is there in the end: by logical partition, the ETag of each item by its id. */
    private Map<String, Map<String, String>> present(Connection connection, String text) throws IOException {
        Map<String, Map<String, String>> present = new HashMap<>();
        for (String partition : Workload.partitions()) {
            Operation query = Operation.of(Kind.QUERY, partition, text, Operation.NOTHING);
            Map<String, String> rows = Translation.outcome(
                            query, connection.ask(Translation.request(query)).expect(200))
                    .rows();
            if (!rows.isEmpty()) {
                present.put(partition, rows);
            }
        }
        return present;
    }

    private String summary(List<Change> log) {
        Map<String, Integer> statuses = new TreeMap<>();
        for (Event event : recorder.events()) {
            Outcome outcome = event.outcome();
            statuses.merge(outcome == null ? "unknown" : Integer.toString(outcome.status()), 1, Integer::sum);
        }
        long expired = log.stream()
                .filter(change -> change.type() == Change.Type.EXPIRE)
                .count();
        return recorder.size() + " operations " + statuses + ", " + log.size() + " changes, " + expired
                + " of them by expiry, " + stamps.looks() + " looks at batches, " + KILLS.size() + " kills; seed "
                + seed;
    }
}
