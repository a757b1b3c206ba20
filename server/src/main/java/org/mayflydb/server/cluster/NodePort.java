package org.mayflydb.server.cluster;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.MayflyException;
import org.mayflydb.database.PartitionOwners;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers other servers, over TLS and if they prove to know the secret. Nobody else gets more than a refusal, before a body is read. */
final class NodePort implements RequestHandler {
    static final String PROOF = "x-mayfly-node-proof";

    /** Tells a refusal of this port from what a client's request is answered with. */
    static final String REFUSED = "x-mayfly-node-refused";

    /** Changes the catalog. */
    static final String CATALOG_PATH = "/catalog";

    private static final Logger LOG = LoggerFactory.getLogger(NodePort.class);

    private final ClusterSecret secret;
    private final String fingerprint;
    private final RequestHandler gateway;
    private final PartitionOwners owners;
    private final Executor workers;

    NodePort(
            ClusterSecret secret,
            String fingerprint,
            RequestHandler gateway,
            PartitionOwners owners,
            Executor workers) {
        this.secret = secret;
        this.fingerprint = fingerprint;
        this.gateway = gateway;
        this.owners = owners;
        this.workers = workers;
    }

    @Override
    public @Nullable WireResponse refusal(WireRequest head) {
        boolean isSecure = head.origin().startsWith("https:");
        if (!isSecure || !secret.isProved(fingerprint, head.header(PROOF))) {
            return refused(403);
        }
        boolean isKnown = head.verb() == WireRequest.Verb.POST
                && (head.path().equals(PassedRequest.PATH) || head.path().equals(CATALOG_PATH));
        return isKnown ? null : refused(404);
    }

    private static WireResponse refused(int status) {
        return new WireResponse(status).header(REFUSED, "true");
    }

    @Override
    public void handle(WireRequest request, Consumer<WireResponse> reply) {
        WireResponse refused = refusal(request);
        if (refused != null) {
            reply.accept(refused);
            return;
        }
        try {
            if (request.path().equals(CATALOG_PATH)) {
                workers.execute(() -> reply.accept(changeCatalog(request)));
            } else {
                gateway.handle(PassedRequest.read(request), reply);
            }
        } catch (BadRequestException | IllegalArgumentException malformed) {
            reply.accept(refused(400));
        } catch (Throwable failure) {
            reply.accept(failed(failure));
        }
    }

    private WireResponse changeCatalog(WireRequest request) {
        try {
            return new WireResponse(owners.changeCatalog(CatalogEditJson.read(request.body())) ? 200 : 410);
        } catch (MayflyException refused) {
            return new WireResponse(refused.status());
        } catch (Throwable failure) {
            return failed(failure);
        }
    }

    private static WireResponse failed(Throwable failure) {
        try {
            LOG.error("A request of another server failed unexpectedly", failure);
        } catch (Throwable noMemory) {
            // The response matters more.
        }
        return WireResponse.internalError();
    }
}
