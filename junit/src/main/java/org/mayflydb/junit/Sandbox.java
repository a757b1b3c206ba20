package org.mayflydb.junit;

import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.SystemTime;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.Database;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.ServerSettings;

/** A server in memory with a clock and a database of its own, and the clients that were asked for. */
final class Sandbox implements AutoCloseable {
    /** The Java client of the service reads it once, when its classes are loaded, and otherwise insists on TLS. */
    private static final String PLAIN_HTTP_ALLOWED = "COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED";

    private static final Map<String, String> SERVER =
            Map.of("port", "0", "direct-port", "off", "memory", "true", "purge", "off");

    private final MayflyServer server;
    private final MayflyClock clock;
    private final Database database;
    private final MayflyEndpoint endpoint;
    private @Nullable CosmosClients clients;

    private Sandbox(MayflyServer server, MayflyClock clock, Database database) {
        this.server = server;
        this.clock = clock;
        this.database = database;
        this.endpoint = new MayflyEndpoint(
                "http://localhost:" + server.port() + "/", ServerSettings.WELL_KNOWN_KEY, database.id());
    }

    /** @param classes where seeds are found */
    static Sandbox start(SandboxSettings settings, ClassLoader classes) {
        List<SeedFile> seeds = settings.seeds().stream()
                .map(name -> SeedFile.read(classes, name))
                .toList();
        if (System.getProperty(PLAIN_HTTP_ALLOWED) == null) {
            System.setProperty(PLAIN_HTTP_ALLOWED, "true");
        }
        MovableClock time = clock(settings);
        Mayfly mayfly = Mayfly.builder().clock(time).backgroundPurge(false).inMemory();
        try {
            Database database = mayfly.createDatabase(settings.database());
            seeds.forEach(seed -> seed.plant(database));
            MayflyServer server = MayflyServer.start(ServerSettings.read(Map.of(), SERVER), mayfly.engine(), time);
            return new Sandbox(server, new MayflyClock(time, mayfly.engine()), database);
        } catch (RuntimeException failure) {
            mayfly.close();
            throw failure;
        }
    }

    private static MovableClock clock(SandboxSettings settings) {
        if (settings.ticking()) {
            MovableClock clock = MovableClock.ticking();
            settings.start().ifPresent(clock::set);
            return clock;
        }
        // From the beginning of a second, so that a lifetime of n seconds ends exactly n seconds later.
        return MovableClock.startingAt(
                settings.start().orElseGet(() -> SystemTime.source().instant().truncatedTo(ChronoUnit.SECONDS)));
    }

    MayflyEndpoint endpoint() {
        return endpoint;
    }

    MayflyClock clock() {
        return clock;
    }

    Database database() {
        return database;
    }

    List<String> containerIds() {
        return database.containers().stream().map(Container::id).toList();
    }

    /** Made when first asked for; needs {@code azure-cosmos}. */
    synchronized CosmosClients clients() {
        if (clients == null) {
            clients = new CosmosClients(endpoint);
        }
        return clients;
    }

    @Override
    public synchronized void close() {
        try {
            if (clients != null) {
                clients.close();
            }
        } finally {
            server.close();
        }
    }
}
