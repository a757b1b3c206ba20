package org.mayflydb.server;

import java.time.InstantSource;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.SystemTime;
import org.mayflydb.database.Background;
import org.mayflydb.database.Engine;
import org.mayflydb.server.admin.AdminHandler;
import org.mayflydb.server.admin.AdminHandler.TextPage;
import org.mayflydb.server.admin.BackupEndpoint;
import org.mayflydb.server.admin.ClockEndpoint;
import org.mayflydb.server.admin.ClockWhatIfEndpoint;
import org.mayflydb.server.admin.ContainerEndpoints;
import org.mayflydb.server.admin.FlushEndpoint;
import org.mayflydb.server.admin.HealthHandler;
import org.mayflydb.server.admin.Readiness;
import org.mayflydb.server.admin.ReloadEndpoint;
import org.mayflydb.server.admin.StatisticsEndpoint;
import org.mayflydb.server.audit.AuditHandler;
import org.mayflydb.server.audit.AuditLog;
import org.mayflydb.server.auth.Actors;
import org.mayflydb.server.auth.Authenticator;
import org.mayflydb.server.auth.EngineLinks;
import org.mayflydb.server.auth.KeyRing;
import org.mayflydb.server.auth.PermissionJson;
import org.mayflydb.server.auth.Principal;
import org.mayflydb.server.auth.ResourceTokens;
import org.mayflydb.server.entra.EntraTokens;
import org.mayflydb.server.entra.IdentityEndpoint;
import org.mayflydb.server.explorer.ExplorerHandler;
import org.mayflydb.server.metrics.ContainerMetrics;
import org.mayflydb.server.metrics.RequestLog;
import org.mayflydb.server.metrics.RequestMetrics;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.route.ActivityIds;
import org.mayflydb.server.route.DirectEndpoint;
import org.mayflydb.server.route.Gateway;
import org.mayflydb.server.route.OtherServers;
import org.mayflydb.server.route.ShownCauses;
import org.mayflydb.storage.StoreHealth;

/** Builds the handler that serves the requests of both protocols. */
final class HandlerChain {
    private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private HandlerChain() {}

    /** @param gateway serves the requests of clients */
    static RequestHandler build(
            MayflyServer.Parts parts, RequestHandler gateway, Executor workers, Readiness readiness) {
        RequestMetrics metrics = new RequestMetrics(gateway);
        show(parts.engine(), metrics);
        RequestHandler explorer = parts.explorer() ? ExplorerHandler.serving(metrics) : ExplorerHandler.off(metrics);
        EntraTokens entra = parts.protection().entra();
        RequestHandler tokens = new IdentityEndpoint(admin(parts, workers, metrics, explorer), entra);
        RequestHandler handler = new HealthHandler(readiness, tokens);
        AuditLog audit = parts.protection().audit();
        metrics.count("mayfly.audit.dropped", audit::dropped);
        RequestHandler audited = AuditHandler.around(
                handler, audit, new Actors(parts.protection().keys(), entra));
        RequestHandler logged = parts.logRequests() ? new RequestLog(audited) : audited;
        return parts.causesShown() ? new ShownCauses(logged) : logged;
    }

    /** @param clock the database's, by which resource tokens expire */
    private record RequestGuard(Authenticator authenticator, InstantSource clock) implements Gateway.Guard {
        @Override
        public Principal check(WireRequest request, ResourceAddress address) {
            return authenticator.authenticate(request, address, clock.instant());
        }

        @Override
        public @Nullable Principal checkAtOnce(WireRequest request, ResourceAddress address) {
            return authenticator.authenticateAtOnce(request, address, clock.instant());
        }

        @Override
        public boolean awaitsKeys(WireRequest request, Runnable again) {
            return authenticator.awaitsKeys(request, again);
        }
    }

    /** @param directPort the port of direct mode, which is bound after the handlers are built; 0 if there is none */
    static RequestHandler gateway(MayflyServer.Parts parts, Gateway.Threads threads, IntSupplier directPort) {
        KeyRing keys = parts.protection().keys();
        EngineLinks links = new EngineLinks(parts.engine());
        Authenticator authenticator =
                new Authenticator(keys, links, parts.protection().entra(), SystemTime.source());
        return new Gateway(
                parts.engine(),
                new RequestGuard(authenticator, parts.clock()),
                new PermissionJson(new ResourceTokens(keys), links),
                parts.clock(),
                threads,
                new ActivityIds(new SplittableRandom(System.nanoTime())),
                new Gateway.Account(
                        parts.account(),
                        parts.accountEndpoint(),
                        parts.consistency(),
                        new DirectEndpoint(parts.http().advertisedHost(), directPort),
                        parts.cluster() == null ? OtherServers.UNREACHABLE : parts.cluster(),
                        parts.causesShown()));
    }

    private static void show(Engine engine, RequestMetrics metrics) {
        Background background = engine.background();
        metrics.count("mayfly.purged.items", background::purgedItems);
        metrics.count("mayfly.failed.purge.steps", background::failedPurgeSteps);
        metrics.show("mayfly.purge.oldest.expired.seconds", background::oldestExpiredSeconds);
        metrics.show("mayfly.purge.duty", background::purgeDuty);
        metrics.show("mayfly.clock.suspect", () -> engine.time().isSuspect() ? 1 : 0);
        metrics.show("mayfly.clock.ahead.seconds", () -> engine.time().ahead().toSeconds());
        metrics.show("mayfly.clock.partitions.ahead", () -> engine.time().partitionsAhead());
        metrics.state(
                "mayfly.store.state",
                StoreHealth.State.values(),
                () -> engine.store().health().state());
    }

    private static AdminHandler admin(
            MayflyServer.Parts parts, Executor workers, RequestMetrics metrics, RequestHandler next) {
        TextPage certificate = new TextPage(
                "application/x-pem-file", () -> parts.http().certificate().get().pem());
        return new AdminHandler(
                next,
                parts.protection().keys(),
                workers,
                Map.of(
                        "/metrics", new TextPage(METRICS_TYPE, metrics::scrape),
                        "/_mayfly/certificate", certificate,
                        // The emulator of Azure Cosmos DB has it there, and scripts expect it.
                        "/_explorer/emulator.pem", certificate),
                Map.of("metrics", new TextPage(METRICS_TYPE, new ContainerMetrics(parts.engine())::scrape)),
                Map.of(
                        "backup", new BackupEndpoint(parts.engine(), parts.backupDirectory()),
                        "clock", new ClockEndpoint(parts.clock(), parts.engine()),
                        "clock/what-if", new ClockWhatIfEndpoint(parts.clock(), parts.engine()),
                        "flush", new FlushEndpoint(parts.engine()),
                        "reload", new ReloadEndpoint(parts.protection().reload()),
                        "statistics", new StatisticsEndpoint(parts.engine())),
                new ContainerEndpoints(parts.engine()));
    }
}
