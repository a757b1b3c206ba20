package org.mayflydb.storage.postgresql;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.StoreAddress;
import org.tukaani.xz.XZInputStream;

/** A PostgreSQL server of the tests, in a directory of its own. It ends when this process does. */
public final class PostgresServer implements AutoCloseable {
    /** The superuser, who needs no password. */
    static final String USER = "postgres";

    /** Who needs one; tests create the role. */
    static final String USER_WITH_PASSWORD = "secret";

    private static final String UNPRIVILEGED = "65534";
    private static final int START_SECONDS = 60;
    private static final AtomicInteger SCHEMAS = new AtomicInteger();
    private static @Nullable PostgresServer shared;

    private final Path directory;
    private final int port;
    private @Nullable Process process;

    /** Makes a server with an empty database and starts it. */
    public PostgresServer() {
        try {
            this.directory = Files.createTempDirectory("mayfly-postgresql");
            this.port = freePort();
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
            unpack();
            Path data = Files.createDirectory(data());
            if (isRoot()) {
                run(List.of("chown", UNPRIVILEGED + ":" + UNPRIVILEGED, data.toString()));
            }
            run(unprivileged(
                    program("initdb"),
                    "-D",
                    data.toString(),
                    "-U",
                    USER,
                    "-A",
                    "trust",
                    "-E",
                    "UTF8",
                    "--locale=C",
                    "--no-sync"));
            Files.writeString(
                    data.resolve("pg_hba.conf"),
                    "host all " + USER_WITH_PASSWORD
                            + " 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n");
            start();
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

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private Path data() {
        return directory.resolve("data");
    }

    private String program(String name) {
        return directory.resolve("server/bin").resolve(name).toString();
    }

    private void unpack() throws IOException {
        Path server = Files.createDirectory(directory.resolve("server"));
        Process tar = new ProcessBuilder("tar", "-x", "-C", server.toString())
                .redirectErrorStream(true)
                .start();
        try (InputStream archive = PostgresServer.class.getResourceAsStream("/postgres-linux-x86_64.txz");
                OutputStream input = tar.getOutputStream()) {
            if (archive == null) {
                throw new IllegalStateException("the archive of the PostgreSQL server is not on the class path");
            }
            new XZInputStream(archive).transferTo(input);
        }
        await(tar, "tar");
    }

    /** PostgreSQL refuses to run as root. */
    private static List<String> unprivileged(String... command) {
        List<String> whole = new ArrayList<>();
        if (isRoot()) {
            whole.addAll(List.of("setpriv", "--reuid=" + UNPRIVILEGED, "--regid=" + UNPRIVILEGED, "--clear-groups"));
        }
        whole.addAll(Arrays.asList(command));
        return whole;
    }

    private void run(List<String> command) throws IOException {
        Process run = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        run.getOutputStream().close();
        await(run, command.toString());
    }

    private static void await(Process process, String name) throws IOException {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(name + " failed: " + output);
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new IOException(name + " was interrupted", interruption);
        }
    }

    /** Starts it again on the same port. It stops at once, as after a crash, when its input is closed: also when this process dies. */
    void start() {
        String command = "\"$@\" & server=$!; cat >/dev/null; kill -QUIT $server; wait $server";
        try {
            Process started = new ProcessBuilder(unprivileged(
                            "sh",
                            "-c",
                            command,
                            "sh",
                            program("postgres"),
                            "-D",
                            data().toString(),
                            "-c",
                            "listen_addresses=127.0.0.1",
                            "-c",
                            "port=" + port,
                            "-c",
                            "unix_socket_directories=",
                            "-c",
                            "fsync=off",
                            "-c",
                            "max_connections=200"))
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .start();
            process = started;
            CompletableFuture<Void> ready = new CompletableFuture<>();
            Thread log = new Thread(() -> readLog(started, ready), "postgresql-log");
            log.setDaemon(true);
            log.start();
            ready.orTimeout(START_SECONDS, TimeUnit.SECONDS).join();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void readLog(Process started, CompletableFuture<Void> ready) {
        List<String> lines = new ArrayList<>();
        try (BufferedReader log = started.inputReader()) {
            for (String line = log.readLine(); line != null; line = log.readLine()) {
                lines.add(line);
                if (line.contains("ready to accept connections")) {
                    ready.complete(null);
                    lines.clear();
                }
            }
        } catch (IOException ended) {
            lines.add(ended.toString());
        }
        ready.completeExceptionally(new IllegalStateException("the server did not start: " + lines));
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

    void dropSchema(String schema) {
        execute("drop schema if exists " + schema + " cascade");
    }

    @Override
    public void close() {
        stop();
        try {
            run(List.of("rm", "-rf", directory.toString()));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
