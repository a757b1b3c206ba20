package org.mayflydb.server.route;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;

/** Takes the answer to a request of direct mode, and completes it by what is known of the partition that it was sent to. */
final class ReplicaAnswer implements Consumer<WireResponse> {
    private final Replicas replicas;
    private final WireRequest request;
    private final ReplicaPath path;
    private final Consumer<WireResponse> reply;
    private volatile @Nullable ContainerRecord container;

    ReplicaAnswer(Replicas replicas, WireRequest request, ReplicaPath path, Consumer<WireResponse> reply) {
        this.replicas = replicas;
        this.request = request;
        this.path = path;
        this.reply = reply;
    }

    WireRequest request() {
        return request;
    }

    ReplicaPath path() {
        return path;
    }

    /** The request is for this container. */
    void resolved(ContainerRecord found) {
        container = found;
    }

    @Override
    public void accept(WireResponse response) {
        reply.accept(replicas.complete(response, request, path, container));
    }
}
