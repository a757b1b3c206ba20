package org.mayflydb.server.route;

import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.GoneException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.database.Engine;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyHasher;
import org.mayflydb.key.ResourceId;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.SessionToken;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/**
 * What a request of direct mode has more than others: it was sent to one partition, which must still be the right one, and
 * every response has the LSN of that partition, because clients rely on it even after errors.
 */
final class Replicas {
    /** How many addresses each partition has, all of them leading here: as many as clients expect. */
    static final int COUNT = 4;

    private final Engine engine;
    private final Names names;
    private final @Nullable OwnerRouting routing;

    /** @param routing null if this server has the store to itself */
    Replicas(Engine engine, Names names, @Nullable OwnerRouting routing) {
        this.engine = engine;
        this.names = names;
        this.routing = routing;
    }

    /**
     * The route for a request, once it is certain that it came to the right partition.
     *
     * @throws GoneException if it did not, with a sub-status that tells the client what to read anew
     */
    Route route(ResourceAddress address, ReplicaAnswer answer, Function<ResourceAddress, Route> routes) {
        ReplicaPath path = answer.path();
        WireRequest request = answer.request();
        if (path.equals(ReplicaPath.UNKNOWN)) {
            throw GoneException.address();
        }
        if (!path.isMaster()) {
            answer.resolved(check(request, address, path));
        }
        if (request.verb() == Verb.HEAD) {
            // Such a request only asks for the LSN of the partition, which every response has.
            return (exchange, reply) -> reply.accept(exchange.response(200, 0));
        }
        return routes.apply(address);
    }

    private ItemTarget check(WireRequest request, ResourceAddress address, ReplicaPath path) {
        ContainerRecord container = address.depth() < 2 ? null : names.findContainer(address.id(0), address.id(1));
        if (container == null) {
            throw GoneException.staleName();
        }
        // A client that says which container it intends handles the answer to that by itself, and no stale name.
        ItemTarget target = ItemTarget.of(request, container);
        if (!path.isOf(container)) {
            throw GoneException.staleName();
        }
        PartitionSpec partition = container.partitions().stream()
                .filter(each -> each.rangeId() == path.rangeId())
                .findFirst()
                .orElseThrow(() -> noRange(request));
        if (routing != null) {
            routing.takeFor(partition);
        }
        if (request.header(WireHeaders.PARTITION_KEY) == null
                || container.partitions().size() == 1) {
            return target;
        }
        PartitionKey key = target.requiredKey();
        var definition = container.properties().partitionKey();
        if (definition.isComplete(key) && !partition.range().contains(PartitionKeyHasher.hashOnce(definition, key))) {
            throw GoneException.otherRange();
        }
        return target;
    }

    /**
     * Who names a range finds out by itself which others have taken its place. Who has only been led there by a partition
     * key looks for another address if it is told of a split, and else gives up.
     */
    private static GoneException noRange(WireRequest request) {
        return request.header(WireHeaders.PARTITION_KEY_RANGE_ID) == null
                ? GoneException.split()
                : GoneException.partitionKeyRange();
    }

    /**
     * Adds the LSN of the partition to a response that lacks it. Responses to writes come from the committing thread, which
     * must not wait, so everything needed was resolved before the write was submitted.
     *
     * @param resolved the container that the request was found to be for; null if it did not get that far
     */
    WireResponse complete(
            WireResponse response, WireRequest request, ReplicaPath path, @Nullable ContainerRecord resolved) {
        if (path.isMaster() || response.header(WireHeaders.LSN) != null) {
            return response;
        }
        if (response.status() == 401 || response.status() == 403) {
            return echo(response, request, path);
        }
        ResourceId id = resolved == null ? path.containerId() : null;
        ContainerRecord container = id == null ? resolved : engine.findContainer(id);
        OptionalLong lsn = container == null ? OptionalLong.empty() : engine.lastLsn(container, path.rangeId());
        return lsn.isPresent()
                ? SessionHeaders.add(response, path.rangeId(), lsn.getAsLong())
                : echo(response, request, path);
    }

    /**
     * Who was not let in, or asks a partition that is gone, is told what it has said itself: a client does not believe an
     * answer without it, and asks again for 20 seconds.
     */
    private static WireResponse echo(WireResponse response, WireRequest request, ReplicaPath path) {
        String session = request.header(WireHeaders.SESSION_TOKEN);
        try {
            long lsn = session == null ? 0 : SessionToken.requiredLsn(session, range -> true);
            return SessionHeaders.add(response, path.rangeId(), lsn);
        } catch (BadRequestException malformed) {
            return response;
        }
    }
}
