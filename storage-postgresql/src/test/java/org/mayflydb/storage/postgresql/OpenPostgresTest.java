package org.mayflydb.storage.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.storage.Deadline;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreOptions;
import org.mayflydb.storage.StoreUnavailableException;
import org.mayflydb.storage.Stores;

/** Opening a store: credentials, the schema, and what is said when it does not work. */
@Tag("process")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OpenPostgresTest {
    private final PostgresServer server = PostgresServer.shared();
    private final String schema = PostgresServer.newSchema();

    @TempDir
    private Path directory;

    @AfterEach
    void drop() {
        server.dropSchema(schema);
    }

    private void assertRefused(StoreAddress address, Map<String, String> environment, String reason) {
        assertThatThrownBy(() -> PostgresStore.open(PostgresAddress.parse(address), environment)
                        .close())
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining(reason);
    }

    private void assertRefused(String database, String parameters, String reason) {
        assertRefused(PostgresServer.address(server.port(), database, parameters), Map.of(), reason);
    }

    @Test
    void addressIsEnoughToOpenAStore() {
        try (Store store = Stores.open(server.address(schema), StoreOptions.defaults())) {
            assertThat(store.partitionNumbers()).isEmpty();
            assertThat(store.location()).isEqualTo("postgresql://127.0.0.1:" + server.port() + "/postgres");
        }
    }

    @Test
    void memoryCannotBeSetHere() {
        assertThatThrownBy(() -> Stores.open(
                        server.address(schema), StoreOptions.defaults().withMemoryMegabytes(OptionalInt.of(16))))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("shared_buffers");
    }

    @Test
    void missingServerIsNamed() {
        assertRefused(
                StoreAddress.parse("postgresql://me@127.0.0.1:1/d"),
                Map.of(),
                "the PostgreSQL server postgresql://127.0.0.1:1/d cannot be reached");
    }

    @Test
    void missingDatabaseIsNamed() {
        assertRefused("nowhere", "schema=" + schema, "has no such database");
    }

    @Test
    void missingUserIsNamed() {
        assertRefused(StoreAddress.parse("postgresql://127.0.0.1:1/d"), Map.of(), "PGUSER");
    }

    @Test
    void serverWithoutTlsIsRefusedWhereItIsRequired() {
        assertRefused(
                StoreAddress.parse("postgresql://postgres@127.0.0.1:" + server.port() + "/postgres?sslmode=require"),
                Map.of(),
                "SSL");
    }

    @Test
    void passwordComesFromTheEnvironmentOrAFile() throws Exception {
        server.execute("create role secret login password 'right' in role pg_read_all_data");
        server.execute("create schema " + schema + " authorization secret");
        String address =
                "postgresql://secret@127.0.0.1:" + server.port() + "/postgres?sslmode=disable&schema=" + schema;
        Path file = Files.writeString(directory.resolve("password"), "right\n");
        try {
            server.execute("grant create on database postgres to secret");
            open(address, Map.of("PGPASSWORD", "right"));
            open(address + "&passwordfile=" + file, Map.of());
            assertRefused(StoreAddress.parse(address), Map.of("PGPASSWORD", "wrong"), "refuses the user or password");
            assertRefused(StoreAddress.parse(address), Map.of(), "no password was provided. Set PGUSER and PGPASSWORD");
        } finally {
            server.dropSchema(schema);
            server.execute("revoke create on database postgres from secret");
            server.execute("drop role secret");
        }
    }

    private static void open(String address, Map<String, String> environment) {
        PostgresStore.open(PostgresAddress.parse(StoreAddress.parse(address)), environment)
                .close();
    }

    @Test
    void userWhoMayNotCreateTheSchemaIsTold() {
        server.execute("create role guest login");
        try {
            assertRefused(
                    StoreAddress.parse("postgresql://guest@127.0.0.1:" + server.port()
                            + "/postgres?sslmode=disable&schema=" + schema),
                    Map.of(),
                    "denies a permission");
        } finally {
            server.execute("drop role guest");
        }
    }

    @Test
    void readOnlyServerIsRefused() {
        server.execute("create database frozen");
        server.execute("alter database frozen set default_transaction_read_only = on");
        try {
            assertRefused("frozen", "schema=" + schema, "takes no writes");
        } finally {
            server.execute("drop database frozen");
        }
    }

    @Test
    void serverWithoutFreeConnectionsIsNamed() {
        server.execute("create role crowd login connection limit 0");
        try {
            assertRefused(
                    StoreAddress.parse("postgresql://crowd@127.0.0.1:" + server.port() + "/postgres?sslmode=disable"),
                    Map.of(),
                    "has no connections left");
        } finally {
            server.execute("drop role crowd");
        }
    }

    @Test
    void newerFormatIsRefused() {
        server.open(schema).close();
        server.execute("update " + schema + ".format set version = 2");
        assertRefused(server.address(schema), Map.of(), "has format 2, but this version of Mayfly reads format 1");
    }

    @Test
    void oldServerIsRefused() throws Exception {
        assertThatThrownBy(() -> openOnVersion("14"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("has version 14, but Mayfly needs 15 or later");
        openOnVersion("15");
    }

    /** Opens the store on a server that says it has this major version. */
    private void openOnVersion(String major) throws IOException {
        String name = "server_version\0";
        try (TcpProxy proxy = new TcpProxy(
                server.port(),
                reply -> reply.replaceAll(name + "[0-9][0-9]", Matcher.quoteReplacement(name + major)))) {
            PostgresStore.open(
                            PostgresAddress.parse(PostgresServer.address(proxy.port(), "postgres", "schema=" + schema)),
                            Map.of())
                    .close();
        }
    }

    @Test
    void serverThatAcceptsAndStaysSilentIsGivenUp() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Connector connector = new Connector(
                    PostgresAddress.parse(PostgresServer.address(silent.getLocalPort(), "postgres", "timeout=3600")),
                    Map.of());
            assertThatThrownBy(() -> connector.connect(Deadline.after(Duration.ofSeconds(1))))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            failure -> assertThat(new ServerFailures("the server").connecting(failure))
                                    .hasMessageContaining("does not respond"));
        }
    }

    @Test
    void storesThatAreOpenedAtOnceCreateOneSchema() {
        Runnable open = () -> server.open(schema).close();
        IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.runAsync(open, task -> new Thread(task).start()))
                .toList()
                .forEach(CompletableFuture::join);
    }

    @Test
    void settingsOfTheServerDoNotApplyToTheStore() throws Exception {
        Map<String, String> settings = Map.of(
                "synchronous_commit", "off",
                "statement_timeout", "1",
                "lock_timeout", "1",
                "idle_in_transaction_session_timeout", "600000",
                "idle_session_timeout", "600000",
                "default_transaction_isolation", "serializable");
        settings.forEach((name, value) ->
                server.execute("alter role postgres in database template1 set " + name + " = '" + value + "'"));
        try (Connection connection = new Connector(
                        PostgresAddress.parse(PostgresServer.address(server.port(), "template1", "schema=" + schema)),
                        Map.of())
                .connect(Deadline.NONE)) {
            assertThat(setting(connection, "synchronous_commit")).isEqualTo("on");
            assertThat(setting(connection, "statement_timeout")).isEqualTo("22500ms");
            assertThat(setting(connection, "lock_timeout")).isEqualTo("10s");
            assertThat(setting(connection, "idle_in_transaction_session_timeout"))
                    .isEqualTo("10s");
            assertThat(setting(connection, "idle_session_timeout")).isEqualTo("0");
            assertThat(setting(connection, "default_transaction_isolation")).isEqualTo("read committed");
        } finally {
            server.execute("alter role postgres in database template1 reset all");
        }
    }

    private static String setting(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("show " + name)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
