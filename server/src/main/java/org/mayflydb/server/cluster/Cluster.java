package org.mayflydb.server.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.SystemTime;
import org.mayflydb.database.PartitionOwners;
import org.mayflydb.database.PartitionOwners.Owner;
import org.mayflydb.ownership.CatalogEdit;
import org.mayflydb.server.http.HttpLimits;
import org.mayflydb.server.http.HttpServer;
import org.mayflydb.server.http.HttpSettings;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.route.OtherServers;
import org.mayflydb.server.transport.ServerCertificate;
import org.mayflydb.server.transport.TlsVersion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This server among those that share a store: where others reach it, and how it reaches them. */
public final class Cluster implements OtherServers, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Cluster.class);
    private static final Duration CATALOG_MAX = Duration.ofSeconds(10);

    /** Longer than clients of Java keep a connection that is not used. */
    private static final Duration IDLE = Duration.ofMinutes(30);

    private final Settings settings;
    private final ServerCertificate certificate;
    private final String fingerprint;
    private final ConcurrentMap<UUID, NodeClient> clients = new ConcurrentHashMap<>();
    private volatile String contact = "";
    private volatile @Nullable PartitionOwners owners;
    private volatile @Nullable HttpServer port;

    /**
     * How a server takes part.
     *
     * @param name for people
     * @param host to listen on
     * @param advertised the host that others use
     * @param port for other servers; 0 lets the system choose
     */
    public record Settings(String name, String host, String advertised, int port, ClusterSecret secret) {}

    public Cluster(Settings settings) {
        this.settings = settings;
        this.certificate = ServerCertificate.inMemory(settings.advertised, SystemTime.source());
        this.fingerprint = PinnedNode.fingerprint(certificate.certificate());
    }

    /** How others reach this server, for its node record; empty until it listens. */
    public String contact() {
        return contact;
    }

    /**
     * Listens for other servers and tells them.
     *
     * @param directPort 0 if there is none
     */
    public void start(
            RequestHandler gateway, PartitionOwners ownersOfStore, Executor workers, int httpPort, int directPort) {
        owners = ownersOfStore;
        HttpServer listening = HttpServer.start(
                new HttpSettings(settings.host, settings.port, () -> certificate)
                        .withTlsMinimum(TlsVersion.V1_3)
                        .withLimits(limits()),
                new NodePort(settings.secret, fingerprint, gateway, ownersOfStore, workers));
        port = listening;
        contact = new NodeContact(
                        settings.name, settings.advertised, httpPort, directPort, listening.port(), fingerprint)
                .text();
        ownersOfStore.announce();
    }

    /** What a client may send, and what servers add to it. */
    private static HttpLimits limits() {
        HttpLimits limits = HttpLimits.defaults();
        return new HttpLimits(
                limits.requestLineBytesMax(),
                limits.headerBytesMax() * 2,
                limits.bodyBytesMax(),
                limits.connectionsMax(),
                limits.pipelinedMax(),
                IDLE,
                limits.arrival(),
                limits.drain());
    }

    /** The port for other servers, also when the system has chosen it. */
    public int port() {
        return Invariant.present(port, "the cluster has started").port();
    }

    private @Nullable NodeClient client(Owner owner) {
        NodeClient known = clients.get(owner.id());
        if (known != null) {
            return known;
        }
        NodeContact reached = NodeContact.read(owner.contact());
        if (reached == null) {
            return null;
        }
        forgetOthers();
        return clients.computeIfAbsent(owner.id(), id -> new NodeClient(reached, settings.secret));
    }

    /** A server that has stopped does not come back under its id. */
    private void forgetOthers() {
        PartitionOwners known = owners;
        if (known != null) {
            List<UUID> live = known.live().stream().map(Owner::id).toList();
            clients.keySet().removeIf(id -> !live.contains(id));
        }
    }

    @Override
    public void pass(Owner owner, WireRequest request, long millisMax, Sender sender) {
        NodeClient client = client(owner);
        if (client == null) {
            sender.failed(false);
        } else {
            client.pass(request, millisMax, sender);
        }
    }

    @Override
    public @Nullable DirectAddress direct(Owner owner) {
        NodeContact reached = NodeContact.read(owner.contact());
        return reached == null || reached.directPort() == 0
                ? null
                : new DirectAddress(reached.host(), reached.directPort());
    }

    /** Has another server change the catalog. Returns true if it is known to be changed. */
    public boolean changeCatalog(UUID server, CatalogEdit edit) {
        PartitionOwners known = owners;
        if (known == null) {
            return false;
        }
        try {
            for (Owner owner : known.live()) {
                NodeClient client = owner.id().equals(server) ? client(owner) : null;
                if (client != null) {
                    return client.post(NodePort.CATALOG_PATH, CatalogEditJson.write(edit), CATALOG_MAX) == 200;
                }
            }
        } catch (IOException unreachable) {
            LOG.debug("The server {} was not reached to change the catalog", server, unreachable);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    @Override
    public void close() {
        HttpServer listening = port;
        if (listening != null) {
            listening.close();
        }
    }
}
