package org.mayflydb.server.route;

import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;

/** Completes the response to a request of direct mode by what is known of the partition that it was sent to. */
final class ReplicaAnswer {
    private final Replicas replicas;
    private final WireRequest request;
    private final ReplicaPath path;
    private volatile @Nullable ContainerRecord container;

    ReplicaAnswer(Replicas replicas, WireRequest request, ReplicaPath path) {
        this.replicas = replicas;
        this.request = request;
        this.path = path;
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

    WireResponse complete(WireResponse response) {
        return replicas.complete(response, request, path, container);
    }
}
