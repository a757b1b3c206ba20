package org.mayflydb.storage.postgresql;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.StoreAddress;

/** A PostgreSQL server of the tests, in a directory of its own. It ends when this process does. */
public final class PostgresServer implements AutoCloseable {
    /** The superuser, who needs no password. */
    static final String USER = "postgres";

    /** Who needs one; tests create the role. */
    static final String USER_WITH_PASSWORD = "secret";

    /** Who needs a certificate; tests create the role. */
    static final String USER_WITH_CERTIFICATE = "certified";

    /** What a server says when it serves, as a primary or a standby. */
    private static final String READY = "ready to accept";

    private static final int START_SECONDS = 60;
    private static final AtomicInteger SCHEMAS = new AtomicInteger();
    private static @Nullable PostgresServer shared;

    private final PostgresFiles files = PostgresFiles.get();
    private final Path directory;
    private final int port;
    private final List<String> settings = new ArrayList<>();
    private @Nullable Process process;

    /** Makes a server with an empty database and starts it. */
    public PostgresServer() {
        this(List.of());
        start();
    }

    private PostgresServer(List<String> settings) {
        this.settings.addAll(settings);
        try {
            this.directory = files.copy();
            this.port = freePort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        write(
                "pg_hba.conf",
                "hostssl all " + USER_WITH_CERTIFICATE + " 127.0.0.1/32 cert\n"
                        + "host all " + USER_WITH_PASSWORD + " 127.0.0.1/32 scram-sha-256\n"
                        + "host all,replication all 127.0.0.1/32 trust\n");
    }

    /** A server with an empty database, not started yet, and settings of its own as {@code name=value}. */
    static PostgresServer with(String... settings) {
        return new PostgresServer(List.of(settings));
    }

    /**
     * A standby of a server that was made by {@link #with}, not started yet. It begins with the same files and repeats what its primary has done
     * since.
     */
    PostgresServer standby(String name, String... ownSettings) {
        PostgresServer standby = with(ownSettings);
        standby.set("primary_conninfo=host=127.0.0.1 port=" + port + " user=" + USER + " application_name=" + name);
        standby.write("standby.signal", "");
        return standby;
    }

    /** Has a setting take effect when it is started. */
    void set(String setting) {
        settings.add(setting);
    }

    /** Writes a file that only the server can read, and returns its path. */
    Path write(String name, String text) {
        try {
            Path file = Files.writeString(data().resolve(name), text);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            PostgresFiles.own(file);
            return file;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The server that the tests of this process share. They have a schema each. */
    public static synchronized PostgresServer shared() {
        if (shared == null) {
            PostgresServer started = new PostgresServer();
            Runtime.getRuntime().addShutdownHook(new Thread(started::close));
            shared = started;
        }
        return shared;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Path data() {
        return directory.resolve("data");
    }

    /** Starts it again on the same port. It stops at once, as after a crash, when its input is closed: also when this process dies. */
    void start() {
        startUntil(READY);
    }

    /** Starts it, and returns once its log contains something. */
    void startUntil(String logged) {
        List<String> command = PostgresFiles.unprivileged(
                "sh",
                "-c",
                "\"$@\" & server=$!; cat >/dev/null; kill -QUIT $server; wait $server",
                "sh",
                files.program("postgres"),
                "-D",
                data().toString());
        List<String> always = List.of(
                "listen_addresses=127.0.0.1",
                "port=" + port,
                "unix_socket_directories=",
                "fsync=off",
                "max_connections=200");
        Stream.concat(always.stream(), settings.stream()).forEach(setting -> command.addAll(List.of("-c", setting)));
        try {
            Process started = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .start();
            process = started;
            CompletableFuture<Void> ready = new CompletableFuture<>();
            Thread log = new Thread(() -> readLog(started, logged, ready), "postgresql-log");
            log.setDaemon(true);
            log.start();
            ready.orTimeout(START_SECONDS, TimeUnit.SECONDS).join();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void readLog(Process started, String logged, CompletableFuture<Void> ready) {
        List<String> lines = new ArrayList<>();
        try (BufferedReader log = started.inputReader()) {
            for (String line = log.readLine(); line != null; line = log.readLine()) {
                lines.add(line);
                if (line.contains(logged)) {
                    ready.complete(null);
                    lines.clear();
                }
            }
        } catch (IOException ended) {
            lines.add(ended.toString());
        }
        ready.completeExceptionally(new IllegalStateException("the server did not start: " + lines));
    }

    /** A new directory that belongs to the server. */
    Path newDirectory(String name) throws IOException {
        Path created = Files.createDirectory(directory.resolve(name));
        PostgresFiles.own(created);
        return created;
    }

    /** Has the server write its log to a directory, before it is started. */
    void moveLog(Path target) throws IOException {
        Path log = data().resolve("pg_wal");
        PostgresFiles.run(List.of("cp", "-a", log + "/.", target.toString()));
        PostgresFiles.delete(log);
        Files.createSymbolicLink(log, target);
    }

    /** Sends a signal to the server. */
    void signal(String name) {
        try {
            String id = Files.readAllLines(data().resolve("postmaster.pid")).get(0);
            PostgresFiles.run(List.of("kill", "-" + name, id));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Stops it at once, in the middle of whatever it does. */
    void stop() {
        Process running = process;
        if (running == null) {
            return;
        }
        process = null;
        try {
            running.getOutputStream().close();
            running.waitFor();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
    }

    int port() {
        return port;
    }

    /** The name of a schema that does not exist yet. */
    public static String newSchema() {
        return "store_" + SCHEMAS.incrementAndGet();
    }

    /** The address of a store in a schema. */
    public StoreAddress address(String schema) {
        return address(port, "postgres", "schema=" + schema);
    }

    /** An address with another port, such as that of a proxy. */
    static StoreAddress address(int port, String database, String parameters) {
        return StoreAddress.parse(
                "postgresql://" + USER + "@127.0.0.1:" + port + "/" + database + "?sslmode=disable&" + parameters);
    }

    /** Opens the store in a schema. */
    public PostgresStore open(String schema) {
        return PostgresStore.open(PostgresAddress.parse(address(schema)), Map.of());
    }

    /** Opens the store in a schema that several servers have, whichever of them is the primary. */
    static PostgresStore open(String schema, PostgresServer... servers) {
        String hosts =
                Stream.of(servers).map(server -> "127.0.0.1:" + server.port).collect(Collectors.joining(","));
        return PostgresStore.open(
                PostgresAddress.parse(StoreAddress.parse(
                        "postgresql://" + USER + "@" + hosts + "/postgres?sslmode=disable&schema=" + schema)),
                Map.of());
    }

    /** A connection of the superuser, of which the store knows nothing. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + port + "/postgres?sslmode=disable", USER, "");
    }

    /** Executes a statement as the superuser. */
    void execute(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }

    /** Waits until a query of the superuser finds something. */
    void awaitRow(String query) {
        try (Connection connection = connect();
                PreparedStatement statement = connection.prepareStatement(query)) {
            boolean found = false;
            while (!found) {
                try (ResultSet rows = statement.executeQuery()) {
                    found = rows.next();
                }
            }
        } catch (SQLException failure) {
            throw new IllegalStateException(query, failure);
        }
    }

    void dropSchema(String schema) {
        execute("drop schema if exists " + schema + " cascade");
    }

    @Override
    public void close() {
        stop();
        PostgresFiles.delete(directory);
    }
}
