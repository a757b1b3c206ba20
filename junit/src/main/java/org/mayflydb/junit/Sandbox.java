package org.mayflydb.junit;

import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.SystemTime;
import org.mayflydb.database.Engine;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.Database;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.ServerSettings;
import org.mayflydb.server.http.HostRule;
import org.mayflydb.server.http.HttpSettings;
import org.mayflydb.server.rntbd.RntbdSettings;

/** A server in memory with a clock and a database of its own, and the clients that were asked for. */
final class Sandbox implements AutoCloseable {
    /** The Java client of the service reads it once, when its classes are loaded, and otherwise insists on TLS. */
    private static final String PLAIN_HTTP_ALLOWED = "COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED";

    private static final String LOOPBACK = "127.0.0.1";
    private static final String HOST = "localhost";

    private final MayflyServer server;
    private final MayflyClock clock;
    private final Database database;
    private final MayflyEndpoint endpoint;
    private final boolean tls;
    private @Nullable CosmosClients clients;

    private Sandbox(MayflyServer server, MayflyClock clock, Database database, boolean tls) {
        this.server = server;
        this.clock = clock;
        this.database = database;
        this.tls = tls;
        String url = (tls ? "https://" : "http://") + HOST + ":" + server.port() + "/";
        this.endpoint = new MayflyEndpoint(url, ServerSettings.WELL_KNOWN_KEY, database.id());
    }

    /** @param classes where seeds are found */
    static Sandbox start(SandboxSettings settings, ClassLoader classes) {
        List<SeedResource> seeds = settings.seeds().stream()
                .map(name -> SeedResource.read(classes, name))
                .toList();
        if (System.getProperty(PLAIN_HTTP_ALLOWED) == null) {
            System.setProperty(PLAIN_HTTP_ALLOWED, "true");
        }
        MovableClock time = clock(settings);
        Mayfly mayfly = Mayfly.builder().clock(time).backgroundPurge(false).inMemory();
        try {
            Database database = mayfly.createDatabase(settings.database());
            seeds.forEach(seed -> seed.plant(database));
            MayflyServer server = MayflyServer.start(parts(settings, mayfly.engine(), time));
            return new Sandbox(server, new MayflyClock(time, mayfly.engine()), database, settings.tls());
        } catch (RuntimeException failure) {
            mayfly.close();
            throw failure;
        }
    }

    private static MayflyServer.Parts parts(SandboxSettings settings, Engine engine, MovableClock time) {
        HttpSettings http = new HttpSettings(LOOPBACK, 0, TrustedCertificate::get)
                .withAdvertisedHost(HOST)
                .withHosts(HostRule.known(List.of(HOST)));
        if (!settings.tls()) {
            return MayflyServer.Parts.forTests(engine, time, http, null);
        }
        // Now, not when the first client comes: that one must trust it already.
        TrustedCertificate.get();
        return MayflyServer.Parts.forTests(engine, time, http, new RntbdSettings(LOOPBACK, 0, TrustedCertificate::get));
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
            clients = new CosmosClients(endpoint, tls);
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
