package org.mayflydb.storage.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Deadline;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreUnavailableException;

/** Commits whose connection, deadline or server ends before their outcome is known, and writers that race. */
@Tag("process")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LostConnectionsTest {
    private static final byte[] HEAD = bytes("head");

    private final PostgresServer server = PostgresServer.shared();
    private final String schema = PostgresServer.newSchema();
    private final Store store = server.open(schema);
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        store.close();
        threads.shutdownNow();
        server.dropSchema(schema);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Commit put(String value) {
        return new Commit(Durability.SYNCED).put(HEAD, bytes(value));
    }

    /** Keeps all writers of partition 1 waiting until the connection is closed. */
    private Connection holdLock() throws SQLException {
        Connection holder = server.connect();
        try (PreparedStatement lock = holder.prepareStatement(
                "select pg_advisory_lock('" + schema + ".entries'::regclass::oid::integer, 1)")) {
            lock.execute();
        }
        return holder;
    }

    private void awaitWaiting(int writers) throws SQLException {
        try (Connection connection = server.connect();
                PreparedStatement waiting = connection.prepareStatement(
                        "select count(*) from pg_locks where locktype = 'advisory' and not granted")) {
            int found = 0;
            while (found < writers) {
                try (ResultSet rows = waiting.executeQuery()) {
                    rows.next();
                    found = rows.getInt(1);
                }
            }
        }
    }

    private void awaitHead(String value) {
        while (!Arrays.equals(store.partition(1).get(HEAD), bytes(value))) {
            Thread.onSpinWait();
        }
    }

    @Test
    void commitWhoseConnectionIsCutIsUnknownAndAppliedLater() throws Exception {
        try (TcpProxy proxy = new TcpProxy(server.port());
                Store cutOff = PostgresStore.open(
                        PostgresAddress.parse(PostgresServer.address(proxy.port(), "postgres", "schema=" + schema)),
                        Map.of())) {
            Future<CommitOutcome> outcome;
            try (Connection holder = holdLock()) {
                outcome = threads.submit(() -> cutOff.partition(1).commit(put("late")));
                awaitWaiting(1);
                proxy.cut();
                assertThat(outcome.get()).isEqualTo(CommitOutcome.UNKNOWN);
                assertThat(store.partition(1).get(HEAD)).isNull();
                assertThat(holder.isClosed()).isFalse();
            }
            awaitHead("late");
            assertThat(cutOff.partition(1).get(HEAD))
                    .as("over a new connection")
                    .isEqualTo(bytes("late"));
        }
    }

    @Test
    void commitWithoutAnOutcomeByItsDeadlineIsUnknownAndAppliedLater() throws Exception {
        try (Connection holder = holdLock()) {
            Commit commit = put("late").deadline(Deadline.after(Duration.ofMillis(300)));
            assertThat(store.partition(1)
                            .async()
                            .commit(commit)
                            .toCompletableFuture()
                            .get())
                    .isEqualTo(CommitOutcome.UNKNOWN);
            assertThat(store.partition(1).get(HEAD)).isNull();
            assertThat(holder.isClosed()).isFalse();
        }
        awaitHead("late");
    }

    @Test
    void fenceSettlesACommitOfUnknownOutcome() throws Exception {
        assertThat(store.partition(1).commit(put("1"))).isEqualTo(CommitOutcome.APPLIED);
        Future<CommitOutcome> fence;
        try (Connection holder = holdLock()) {
            Commit unknown = put("2").ifValue(HEAD, bytes("1")).deadline(Deadline.after(Duration.ofMillis(300)));
            assertThat(store.partition(1).commit(unknown)).isEqualTo(CommitOutcome.UNKNOWN);
            fence = threads.submit(() -> store.partition(1).commit(put("3").ifValue(HEAD, bytes("1"))));
            awaitWaiting(2);
            assertThat(holder.isClosed()).isFalse();
        }
        boolean fenced = fence.get() == CommitOutcome.APPLIED;
        assertThat(store.partition(1).get(HEAD)).isEqualTo(bytes(fenced ? "3" : "2"));
    }

    @Test
    void lockThatIsHeldTooLongEndsACommitThatWasNotApplied() throws Exception {
        try (Connection holder = holdLock();
                Store hasty = PostgresStore.open(
                        PostgresAddress.parse(
                                PostgresServer.address(server.port(), "postgres", "timeout=1&schema=" + schema)),
                        Map.of())) {
            assertThatThrownBy(() -> hasty.partition(1).commit(put("1")))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("another writer on the partition");
            assertThat(holder.isClosed()).isFalse();
        }
        assertThat(store.partition(1).get(HEAD)).isNull();
    }

    @Test
    void callThatGetsNoConnectionByItsDeadlineFails() throws Exception {
        try (Store narrow = PostgresStore.open(
                PostgresAddress.parse(
                        PostgresServer.address(server.port(), "postgres", "connections=1&schema=" + schema)),
                Map.of())) {
            CompletableFuture<CommitOutcome> commit;
            try (Connection holder = holdLock()) {
                commit = narrow.partition(1).async().commit(put("1")).toCompletableFuture();
                awaitWaiting(1);
                assertThatThrownBy(() -> narrow.partition(1)
                                .async()
                                .get(Space.MAIN, HEAD, Deadline.after(Duration.ofMillis(100)))
                                .toCompletableFuture()
                                .join())
                        .hasCauseInstanceOf(StoreUnavailableException.class)
                        .hasMessageContaining("before it was sent");
                assertThat(holder.isClosed()).isFalse();
            }
            assertThat(commit.join()).isEqualTo(CommitOutcome.APPLIED);
        }
    }

    @Test
    void restartDuringCommitsLosesNothingThatWasApplied() throws Exception {
        List<Future<List<Integer>>> writers = new ArrayList<>();
        CyclicBarrier started = new CyclicBarrier(5);
        for (int i = 0; i < 4; i++) {
            int partition = 10 + i;
            writers.add(threads.submit(() -> {
                started.await();
                return writeUntilFailure(partition);
            }));
        }
        started.await();
        awaitKeys(50);
        server.stop();
        List<List<Integer>> applied = new ArrayList<>();
        for (Future<List<Integer>> writer : writers) {
            applied.add(writer.get());
        }
        assertThatThrownBy(() -> store.partition(1).get(HEAD))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("cannot be reached");
        server.start();
        for (int i = 0; i < applied.size(); i++) {
            for (int key : applied.get(i)) {
                assertThat(store.partition(10 + i).get(new byte[] {(byte) (key >> 8), (byte) key}))
                        .isNotNull();
            }
        }
        assertThat(store.partition(1).commit(put("again"))).isEqualTo(CommitOutcome.APPLIED);
    }

    private void awaitKeys(int keys) {
        while (store.partition(10).scanKeys(KeyRange.all(), keys).keys().size() < keys) {
            Thread.onSpinWait();
        }
    }

    /** Returns the keys whose commits were applied. */
    private List<Integer> writeUntilFailure(int partition) {
        List<Integer> applied = new ArrayList<>();
        for (int key = 0; ; key++) {
            byte[] bytes = {(byte) (key >> 8), (byte) key};
            try {
                CommitOutcome outcome = store.partition(partition)
                        .commit(new Commit(Durability.SYNCED).ifAbsent(bytes).put(bytes, new byte[100]));
                if (outcome != CommitOutcome.APPLIED) {
                    assertThat(outcome).isEqualTo(CommitOutcome.UNKNOWN);
                    return applied;
                }
                applied.add(key);
            } catch (StoreUnavailableException stopped) {
                return applied;
            }
        }
    }

    @Test
    void oneOfTwoStoresThatRaceForAHeadWins() throws Exception {
        try (Store other = server.open(schema)) {
            CyclicBarrier together = new CyclicBarrier(2);
            for (int partition = 1; partition <= 100; partition++) {
                List<Future<CommitOutcome>> outcomes = new ArrayList<>();
                for (Store each : List.of(store, other)) {
                    int number = partition;
                    outcomes.add(threads.submit(() -> {
                        together.await();
                        return each.createPartition(
                                number, put(each == store ? "1" : "2").ifAbsent(HEAD));
                    }));
                }
                assertThat(List.of(outcomes.get(0).get(), outcomes.get(1).get()))
                        .containsExactlyInAnyOrder(CommitOutcome.APPLIED, CommitOutcome.CONDITION_FAILED);
            }
        }
    }
}
