package org.mayflydb.storage.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreUnavailableException;

/** What an open store says when the server refuses its calls, and what has become of them. */
@Tag("process")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RefusedCallsTest {
    private static final byte[] HEAD = "head".getBytes(StandardCharsets.UTF_8);

    private final PostgresServer server = PostgresServer.shared();
    private final String schema = PostgresServer.newSchema();
    private final String user = "user_of_" + schema;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @BeforeEach
    void makeSchemaOfAnotherUser() {
        server.open(schema).close();
        server.execute("create role " + user + " login");
        server.execute("grant usage on schema " + schema + " to " + user);
        server.execute("grant all on all tables in schema " + schema + " to " + user);
    }

    @AfterEach
    void drop() {
        threads.shutdownNow();
        server.dropSchema(schema);
        server.execute("drop role " + user);
    }

    private Store open() {
        return PostgresStore.open(
                PostgresAddress.parse(StoreAddress.parse("postgresql://" + user + "@127.0.0.1:" + server.port()
                        + "/postgres?sslmode=disable&schema=" + schema)),
                Map.of());
    }

    private static Commit put(int value) {
        return new Commit(Durability.SYNCED).put(HEAD, new byte[] {(byte) value});
    }

    private static void assertRefused(Runnable call, String reason) {
        assertThatThrownBy(call::run)
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void userWhoWasGrantedTheTablesNeedsNoMore() {
        try (Store store = open()) {
            assertThat(store.partition(1).commit(put(1))).isEqualTo(CommitOutcome.APPLIED);
            store.partition(1).deleteRange(Space.MAIN, KeyRange.all());
            assertThat(store.partition(1).get(HEAD)).isNull();
        }
    }

    @Test
    void commitOfAUserWhoLostAPrivilegeIsNotApplied() {
        try (Store store = open()) {
            assertThat(store.partition(1).commit(put(1))).isEqualTo(CommitOutcome.APPLIED);
            server.execute("revoke update on " + schema + ".entries from " + user);
            assertRefused(() -> store.partition(1).commit(put(2)), "denies a permission");
            assertThat(store.partition(1).get(HEAD)).containsExactly(1);
        }
    }

    @Test
    void lostTablesAreNamed() {
        try (Store store = open()) {
            assertThat(store.partition(1).commit(put(1))).isEqualTo(CommitOutcome.APPLIED);
            assertThat(store.partition(1).get(HEAD)).containsExactly(1);
            server.execute("drop table " + schema + ".entries");
            assertRefused(() -> store.partition(1).commit(put(2)), "has lost the tables of the store");
            assertRefused(() -> store.partition(1).get(HEAD), "has lost the tables of the store");
        }
    }

    @Test
    void callBeyondTheConnectionsOfTheServerFailsAndIsNotApplied() throws Exception {
        server.execute("alter role " + user + " connection limit 1");
        try (Store store = open()) {
            Future<CommitOutcome> first;
            try (Connection holder = server.connect();
                    Statement lock = holder.createStatement()) {
                lock.execute("select pg_advisory_lock('" + schema + ".entries'::regclass::oid::integer, 1)");
                first = threads.submit(() -> store.partition(1).commit(put(1)));
                server.awaitRow("select 1 from pg_locks where locktype = 'advisory' and not granted");
                assertRefused(() -> store.partition(2).commit(put(2)), "has no connections left");
            }
            assertThat(first.get()).isEqualTo(CommitOutcome.APPLIED);
            assertThat(store.partition(2).get(HEAD)).isNull();
        }
    }

    @Test
    void serverThatShutsDownRefusesNewConnections() throws SQLException {
        try (PostgresServer ending = new PostgresServer();
                Connection client = ending.connect();
                Statement statement = client.createStatement()) {
            // It waits for its clients, of which this is one.
            ending.signal("TERM");
            statement.execute("select 1");
            assertRefused(() -> awaitRefusal(ending), "is starting or shutting down");
        }
    }

    private void awaitRefusal(PostgresServer ending) {
        while (true) {
            ending.open(schema).close();
        }
    }
}
