package org.mayflydb.server;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.SystemTime;
import org.mayflydb.database.Engine;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.server.admin.AdminHandler;
import org.mayflydb.server.admin.AdminHandler.TextPage;
import org.mayflydb.server.admin.ClockCommand;
import org.mayflydb.server.admin.FlushCommand;
import org.mayflydb.server.admin.StatisticsCommand;
import org.mayflydb.server.auth.AccountKeys;
import org.mayflydb.server.auth.Authenticator;
import org.mayflydb.server.auth.EngineLinks;
import org.mayflydb.server.auth.PermissionJson;
import org.mayflydb.server.auth.ResourceTokens;
import org.mayflydb.server.http.HttpLimits;
import org.mayflydb.server.http.HttpServer;
import org.mayflydb.server.http.HttpSettings;
import org.mayflydb.server.http.ServerCertificate;
import org.mayflydb.server.metrics.RequestLog;
import org.mayflydb.server.metrics.RequestMetrics;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.route.ActivityIds;
import org.mayflydb.server.route.Gateway;

/** A database that listens. Closing it lets requests under way finish, then closes the database. */
public final class MayflyServer implements AutoCloseable {
    /**
     * Threads that wait for the store on behalf of requests. More than there are cores, because writers that wait
     * together share one commit.
     */
    private static final int WORKERS = 64;

    private static final int DRAIN_SECONDS_MAX = 10;

    private final Engine engine;
    private final ExecutorService workers;
    private final HttpServer http;

    /**
     * What a server is made of.
     *
     * @param engine closed with the server
     * @param clock the engine's, which the admin API moves
     * @param logRequests whether to write a line for every request
     */
    public record Parts(Engine engine, MovableClock clock, AccountKeys keys, HttpSettings http, boolean logRequests) {}

    private MayflyServer(Engine engine, ExecutorService workers, HttpServer http) {
        this.engine = engine;
        this.workers = workers;
        this.http = http;
    }

    /** Opens the database that the settings name and starts to listen. */
    public static MayflyServer start(ServerSettings settings) {
        MovableClock clock = MovableClock.ticking();
        Mayfly.Builder builder = Mayfly.builder().clock(clock).durability(settings.durability());
        Engine engine = settings.dataDirectory()
                .map(builder::open)
                .orElseGet(builder::inMemory)
                .engine();
        try {
            HttpSettings http = new HttpSettings(settings.host(), settings.port(), certificate(settings))
                    .withAdvertisedHost(settings.advertise())
                    .withLimits(HttpLimits.defaults().withConnectionsMax(settings.maxConnections()));
            return start(new Parts(engine, clock, keys(settings), http, settings.logRequests()));
        } catch (RuntimeException failure) {
            engine.close();
            throw failure;
        }
    }

    private static AccountKeys keys(ServerSettings settings) {
        AccountKeys keys = AccountKeys.of(settings.keys().get(0));
        for (String another : settings.keys().subList(1, settings.keys().size())) {
            keys = keys.withSecondary(another);
        }
        for (String readOnly : settings.readOnlyKeys()) {
            keys = keys.withReadOnly(readOnly);
        }
        return keys;
    }

    /** Made when first asked for, which is when the first TLS client comes, and then kept. */
    private static Supplier<ServerCertificate> certificate(ServerSettings settings) {
        return new Supplier<>() {
            private @Nullable ServerCertificate made;

            @Override
            public synchronized ServerCertificate get() {
                if (made == null) {
                    made = settings.dataDirectory()
                            .map(data -> ServerCertificate.kept(
                                    data.resolve("tls"), settings.advertise(), SystemTime.source()))
                            .orElseGet(() -> ServerCertificate.inMemory(settings.advertise(), SystemTime.source()));
                }
                return made;
            }
        };
    }

    /** Starts to listen. */
    public static MayflyServer start(Parts parts) {
        Engine engine = parts.engine;
        AtomicInteger count = new AtomicInteger();
        ExecutorService workers = Executors.newFixedThreadPool(WORKERS, task -> {
            Thread thread = new Thread(task, "mayfly-worker-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        try {
            return new MayflyServer(engine, workers, HttpServer.start(parts.http, handler(parts, workers)));
        } catch (RuntimeException failure) {
            workers.shutdown();
            throw failure;
        }
    }

    private static RequestHandler handler(Parts parts, ExecutorService workers) {
        EngineLinks links = new EngineLinks(parts.engine);
        Authenticator authenticator = new Authenticator(parts.keys, links, SystemTime.source());
        Gateway gateway = new Gateway(
                parts.engine,
                (request, address) -> authenticator.authenticate(request, address, parts.clock.instant()),
                new PermissionJson(new ResourceTokens(parts.keys), links),
                parts.clock,
                workers,
                new ActivityIds(new SplittableRandom(System.nanoTime())));
        RequestMetrics metrics = new RequestMetrics(gateway);
        AdminHandler admin = new AdminHandler(
                metrics,
                parts.keys,
                workers,
                Map.of(
                        "/alive", new TextPage("text/plain; charset=utf-8", () -> "alive\n"),
                        "/ready", new TextPage("text/plain; charset=utf-8", () -> readiness(parts.engine)),
                        "/metrics", new TextPage("text/plain; version=0.0.4; charset=utf-8", metrics::scrape),
                        "/_mayfly/certificate",
                                new TextPage(
                                        "application/x-pem-file",
                                        () -> parts.http.certificate().get().pem())),
                Map.of(
                        "clock", new ClockCommand(parts.clock),
                        "flush", new FlushCommand(parts.engine),
                        "statistics", new StatisticsCommand(parts.engine)));
        return parts.logRequests ? new RequestLog(admin) : admin;
    }

    /** Ready means that the catalog can be read; a store that fails throws, and the answer is an error. */
    private static String readiness(Engine engine) {
        return "ready, " + engine.databases().size() + " databases\n";
    }

    /** The port it listens on, also when the system has chosen it. */
    public int port() {
        return http.port();
    }

    @Override
    public void close() {
        http.close();
        workers.shutdown();
        try {
            if (!workers.awaitTermination(DRAIN_SECONDS_MAX, TimeUnit.SECONDS)) {
                workers.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            workers.shutdownNow();
            Thread.currentThread().interrupt();
        }
        engine.close();
    }
}
