package org.mayflydb.server.route;

import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;

/** Completes the response to a request of direct mode by what is known of the partition that it was sent to. */
final class ReplicaAnswer {
    private final Replicas replicas;
    private final WireRequest request;
    private final ReplicaPath path;
    private volatile @Nullable ItemTarget target;

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
    void resolved(ItemTarget found) {
        target = found;
    }

    /** What the request is for; null if it did not get that far, or is about something else. */
    @Nullable
    ItemTarget target() {
        return target;
    }

    WireResponse complete(WireResponse response) {
        ItemTarget found = target;
        return replicas.complete(response, request, path, found == null ? null : found.container());
    }
}
