package org.mayflydb.server;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.SystemTime;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.database.Engine;
import org.mayflydb.database.PartitionOwners;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.json.JsonObject;
import org.mayflydb.node.SharingSettings;
import org.mayflydb.server.admin.Readiness;
import org.mayflydb.server.admin.StoreLog;
import org.mayflydb.server.audit.AuditLog;
import org.mayflydb.server.auth.AccountKeys;
import org.mayflydb.server.auth.KeyRing;
import org.mayflydb.server.cluster.Cluster;
import org.mayflydb.server.cluster.ClusterSecret;
import org.mayflydb.server.entra.EntraTokens;
import org.mayflydb.server.http.HostRule;
import org.mayflydb.server.http.HttpLimits;
import org.mayflydb.server.http.HttpServer;
import org.mayflydb.server.http.HttpSettings;
import org.mayflydb.server.protocol.Consistency;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.rntbd.RntbdLimits;
import org.mayflydb.server.rntbd.RntbdServer;
import org.mayflydb.server.rntbd.RntbdSettings;
import org.mayflydb.server.seed.SeedDirectory;
import org.mayflydb.server.transport.ServerCertificate;
import org.mayflydb.server.transport.ServerMemory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A database that listens. Closing it lets requests under way finish, then closes the database. */
public final class MayflyServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MayflyServer.class);

    private final Engine engine;
    private final ServerThreads threads;
    private final Readiness readiness;
    private final HttpServer http;
    private final @Nullable RntbdServer direct;
    private final ExtraPorts extraPorts;
    private final Supplier<ServerCertificate> certificate;
    private final Protection protection;
    private final @Nullable Cluster cluster;
    private volatile boolean closing;

    /**
     * What a server is made of.
     *
     * @param engine closed with the server
     * @param clock the engine's, which the admin API moves
     * @param protection its keys, how they are exchanged, and the audit log
     * @param logRequests whether to write a line for every request
     * @param direct null to have no direct mode
     * @param account its name, which clients see as its id
     * @param accountEndpoint URL that the account reports for its region; null for the one that each client used
     * @param backupDirectory below which backups may be made; null to allow none
     * @param explorer whether the web page for people is served
     * @param causesShown whether the response to an unexpected failure says what it was; for tests
     * @param cluster this server among those that share the store; null if it reaches no others
     */
    public record Parts(
            Engine engine,
            MovableClock clock,
            Protection protection,
            HttpSettings http,
            boolean logRequests,
            @Nullable RntbdSettings direct,
            String account,
            @Nullable String accountEndpoint,
            Consistency consistency,
            @Nullable Path backupDirectory,
            boolean explorer,
            boolean causesShown,
            ExtraPorts extraPorts,
            @Nullable Cluster cluster) {
        /** Session consistency, no direct mode, no backups, and the web page. */
        public Parts(Engine engine, MovableClock clock, AccountKeys keys, HttpSettings http, boolean logRequests) {
            this(engine, clock, keys, http, logRequests, null, false);
        }

        private Parts(
                Engine engine,
                MovableClock clock,
                AccountKeys keys,
                HttpSettings http,
                boolean logRequests,
                @Nullable RntbdSettings direct,
                boolean causesShown) {
            this(
                    engine,
                    clock,
                    Protection.of(keys, engine),
                    http,
                    logRequests,
                    direct,
                    Setting.ACCOUNT.defaultValue(),
                    null,
                    Consistency.SESSION,
                    null,
                    true,
                    causesShown,
                    ExtraPorts.NONE,
                    null);
        }

        /** The same, as one of several servers. */
        public Parts with(Cluster newCluster) {
            return new Parts(
                    engine,
                    clock,
                    protection,
                    http,
                    logRequests,
                    direct,
                    account,
                    accountEndpoint,
                    consistency,
                    backupDirectory,
                    explorer,
                    causesShown,
                    extraPorts,
                    newCluster);
        }

        /** For tests: responses show the causes of unexpected failures. */
        public static Parts forTests(
                Engine engine, MovableClock clock, HttpSettings http, @Nullable RntbdSettings direct) {
            AccountKeys keys = AccountKeys.of(ServerSettings.WELL_KNOWN_KEY);
            return new Parts(engine, clock, keys, http, false, direct, true);
        }
    }

    private MayflyServer(
            Engine engine,
            ServerThreads threads,
            Readiness readiness,
            HttpServer http,
            @Nullable RntbdServer direct,
            ExtraPorts extraPorts,
            Supplier<ServerCertificate> certificate,
            Protection protection,
            @Nullable Cluster cluster) {
        this.cluster = cluster;
        this.engine = engine;
        this.threads = threads;
        this.readiness = readiness;
        this.http = http;
        this.direct = direct;
        this.extraPorts = extraPorts;
        this.certificate = certificate;
        this.protection = protection;
    }

    /** Opens the database that the settings name and starts to listen. */
    public static MayflyServer start(ServerSettings settings) {
        return start(settings, () -> settings);
    }

    /**
     * The same with settings that can be read again.
     *
     * @param source reads the settings from where these were read; for {@link #reload}
     */
    public static MayflyServer start(ServerSettings settings, Supplier<ServerSettings> source) {
        if (settings.sharedStore().isPresent()) {
            return startSharing(settings, source, settings.sharedStore().get());
        }
        MovableClock clock = MovableClock.ticking();
        Mayfly.Builder builder = Mayfly.builder()
                .clock(clock)
                .watchMachineClock(
                        Duration.ofSeconds(settings.clockToleranceSeconds()),
                        Duration.ofSeconds(settings.clockGraceSeconds()))
                .listener(new EngineLog())
                .durability(settings.durability())
                .backgroundPurge(settings.purge())
                .throughput(settings.throughput())
                .containerBytesMax((long) settings.containerMegabytes() << 20)
                .ttlGuard(settings.ttlGuardPercent());
        settings.memoryShares()
                .filter(shares -> shares.store() > 0)
                .ifPresent(shares -> builder.memoryMegabytes(shares.store()));
        Mayfly mayfly = settings.dataDirectory().map(builder::open).orElseGet(builder::inMemory);
        try {
            settings.seed()
                    .ifPresent(directory ->
                            new SeedDirectory(directory, settings.dataDirectory()).plant(mayfly, LOG::info));
        } catch (RuntimeException failure) {
            mayfly.close();
            throw failure;
        }
        return start(settings, source, mayfly.engine(), clock, null);
    }

    private static MayflyServer startSharing(
            ServerSettings settings, Supplier<ServerSettings> source, SharedStoreSettings shared) {
        Cluster cluster = shared.secretFile()
                .map(file -> new Cluster(new Cluster.Settings(
                        shared.node(), settings.host(), settings.advertise(), shared.port(), ClusterSecret.read(file))))
                .orElse(null);
        Mayfly mayfly = Mayfly.builder()
                .listener(new EngineLog())
                .backgroundPurge(settings.purge())
                .throughput(settings.throughput())
                .sharing(SharingSettings.ofMachine(
                        SharedStoreSettings.machine().orElse(shared.node()),
                        () -> cluster == null ? "" : cluster.contact(),
                        new SecureRandom(),
                        (server, edit) -> cluster != null && cluster.changeCatalog(server, edit)))
                .open(shared.store().toString());
        return start(settings, source, mayfly.engine(), MovableClock.ticking(), cluster);
    }

    /**
     * Starts to listen for a database that is open already. How it was opened counts, not what the settings say about it.
     *
     * @param engine closed with the server, or if it does not start
     * @param clock the engine's
     */
    public static MayflyServer start(ServerSettings settings, Engine engine, MovableClock clock) {
        return start(settings, () -> settings, engine, clock, null);
    }

    private static MayflyServer start(
            ServerSettings settings,
            Supplier<ServerSettings> source,
            Engine engine,
            MovableClock clock,
            @Nullable Cluster cluster) {
        try {
            CertificateSource certificate = CertificateSource.of(settings);
            KeyRing keys = new KeyRing(settings.accountKeys());
            EntraTokens entra = new EntraTokens(keys, engine, SystemTime.source());
            entra.use(settings.entra());
            Reload reload = new Reload(settings, source, keys, entra, certificate);
            HttpSettings http = new HttpSettings(settings.host(), settings.port(), certificate)
                    .withAdvertisedHost(settings.advertise())
                    .withTlsMinimum(settings.tlsMinimum())
                    .withHosts(HostRule.known(settings.advertised(), reload::acceptsWellKnownKey))
                    .withLimits(HttpLimits.defaults().withConnectionsMax(settings.maxConnections()));
            RntbdSettings direct = settings.directPort().isEmpty()
                    ? null
                    : new RntbdSettings(settings.host(), settings.directPort().getAsInt(), certificate)
                            .withTlsMinimum(settings.tlsMinimum())
                            .withLimits(RntbdLimits.defaults().withConnectionsMax(settings.maxConnections()));
            AuditLog audit = settings.auditLog()
                    .map(file -> AuditLog.to(file, SystemTime.source()))
                    .orElseGet(AuditLog::off);
            return start(new Parts(
                    engine,
                    clock,
                    new Protection(keys, entra, reload::run, audit),
                    http,
                    settings.logRequests(),
                    direct,
                    settings.account(),
                    settings.accountEndpoint().orElse(null),
                    settings.consistency(),
                    settings.backupDirectory().orElse(null),
                    settings.explorer(),
                    false,
                    new ExtraPorts(settings.probePort(), settings.explorerPort(), settings.routingPort()),
                    cluster));
        } catch (RuntimeException failure) {
            engine.close();
            throw failure;
        }
    }

    /** Starts to listen. */
    public static MayflyServer start(Parts parts) {
        ServerThreads threads = ServerThreads.start();
        AtomicInteger directPort = new AtomicInteger();
        Readiness readiness = new Readiness(parts.engine);
        RequestHandler gateway = HandlerChain.gateway(parts, threads.ofGateway(), directPort::get);
        RequestHandler handler = HandlerChain.build(parts, gateway, threads.workers(), readiness);
        parts.engine.store().listen(new StoreLog());
        ServerMemory memory = ServerMemory.ofHeap();
        RntbdServer direct = null;
        HttpServer http = null;
        try {
            if (parts.direct != null) {
                direct = RntbdServer.start(parts.direct, handler, memory);
                directPort.set(direct.port());
            }
            http = HttpServer.start(parts.http, handler, memory);
            PartitionOwners owners = parts.engine.owners();
            if (parts.cluster != null && owners != null) {
                parts.cluster.start(gateway, owners, threads.workers(), http.port(), directPort.get());
            }
            return new MayflyServer(
                    parts.engine,
                    threads,
                    readiness,
                    http,
                    direct,
                    parts.extraPorts.listen(http, readiness, handler),
                    parts.http.certificate(),
                    parts.protection,
                    parts.cluster);
        } catch (RuntimeException failure) {
            if (parts.cluster != null) {
                parts.cluster.close();
            }
            if (http != null) {
                http.close();
            }
            if (direct != null) {
                direct.close();
            }
            threads.close();
            readiness.close();
            parts.protection.close();
            throw failure;
        }
    }

    /** The port it listens on, also when the system has chosen it. */
    public int port() {
        return http.port();
    }

    /** The port for clients in direct mode, also when the system has chosen it; empty if there is none. */
    public OptionalInt directPort() {
        return direct == null ? OptionalInt.empty() : OptionalInt.of(direct.port());
    }

    /** Whether clients are not served any more, although the server was not closed. The process should be restarted. */
    public boolean hasFailed() {
        boolean failed = http.hasFailed() || (direct != null && direct.hasFailed());
        // Looked at last: closing ends the threads as well.
        return failed && !closing;
    }

    /** Accepts connections again if a failure has ended that. To be called now and then. */
    public void resumeAccepting() {
        http.resumeAccepting();
        if (direct != null) {
            direct.resumeAccepting();
        }
    }

    /** The port for the other servers that share the store, also when the system has chosen it; empty if there is none. */
    public OptionalInt clusterPort() {
        return cluster == null ? OptionalInt.empty() : OptionalInt.of(cluster.port());
    }

    /** The ports besides the main one, also when the system has chosen them. */
    public ExtraPorts extraPorts() {
        return extraPorts;
    }

    /**
     * The certificate of the server as PEM. Without this call it is made when the first TLS client connects.
     *
     * @throws UnavailableException if it can be neither made nor read
     */
    public String certificatePem() {
        return certificate.get().pem();
    }

    /**
     * Reads the keys and the certificate again and makes them valid, as the admin API does.
     *
     * @throws MayflyException if something cannot be used; the message says what has changed all the same
     */
    public void reload() {
        JsonObject.Builder details =
                JsonObject.builder().put("action", "reload").put("actor", "signal");
        try {
            protection.reload().get().members().forEach(details::put);
        } catch (MayflyException failure) {
            details.put("failure", String.valueOf(failure.getMessage()));
            throw failure;
        } finally {
            protection.audit().add(details);
        }
    }

    /** Before this server stops to listen: requests for its partitions are then passed on, those under way first of all. */
    private void giveAway() {
        PartitionOwners owners = engine.owners();
        try {
            if (owners != null) {
                owners.leave();
            }
        } catch (RuntimeException failure) {
            LOG.warn(
                    "The partitions of this server cannot be given away; others take them when its lease has ended.",
                    failure);
        }
    }

    @Override
    public void close() {
        closing = true;
        giveAway();
        if (direct != null) {
            direct.close();
        }
        http.close();
        // Until then it answers what others pass on to it.
        if (cluster != null) {
            cluster.close();
        }
        threads.close();
        readiness.close();
        protection.close();
        engine.close();
    }
}
