package org.mayflydb.server.route;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.GoneException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.server.protocol.QueryString;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/**
 * {@code /addresses}: where the partitions of a container, or the one of the account's own resources, are reached in direct
 * mode. Each has several addresses that lead here: a client that wants to read from a quorum asks a secondary.
 */
final class AddressRoute implements ImmediateRoute {
    private static final String PROTOCOL = "rntbd";
    private static final String FILTER = "protocol eq " + PROTOCOL;
    private static final String MASTER_RANGE = "M";

    private final Names names;
    private final DirectEndpoint endpoint;
    private final @Nullable OwnerRouting routing;

    /** @param routing null if this server has the store to itself */
    AddressRoute(Names names, DirectEndpoint endpoint, @Nullable OwnerRouting routing) {
        this.names = names;
        this.endpoint = endpoint;
        this.routing = routing;
    }

    /** What a request asks the addresses of: the items of a container or the list of databases. That is what is signed. */
    static ResourceAddress subject(WireRequest request) {
        String resolved = QueryString.parse(request.query()).get("$resolveFor");
        List<String> segments = resolved == null
                ? List.of()
                : Arrays.stream(resolved.split("/", -1))
                        .filter(segment -> !segment.isEmpty())
                        .toList();
        boolean master = segments.equals(List.of("dbs"));
        boolean items = segments.size() == 5
                && segments.get(0).equals("dbs")
                && segments.get(2).equals("colls")
                && segments.get(4).equals("docs");
        if (!master && !items) {
            throw new BadRequestException("The parameter $resolveFor must be dbs, or dbs/{rid}/colls/{rid}/docs.");
        }
        return new ResourceAddress(segments);
    }

    @Override
    public boolean isQuick(Exchange exchange) {
        return true;
    }

    @Override
    public WireResponse answer(Exchange exchange) {
        if (exchange.verb() != Verb.GET || !exchange.address().isFeed()) {
            throw UnsupportedException.method(exchange.verb().name());
        }
        if (endpoint.port().getAsInt() == 0) {
            throw new UnsupportedException(
                    "Direct mode, which is switched off here (setting direct-port; in JUnit tests,"
                            + " @MayflyTest(tls = true) switches it on),");
        }
        QueryString parameters = QueryString.parse(exchange.request().query());
        String filter = parameters.get("$filter");
        if (filter != null && !filter.equalsIgnoreCase(FILTER)) {
            throw new UnsupportedException("The filter '" + filter + "' of addresses");
        }
        ResourceAddress subject = subject(exchange.request());
        List<JsonValue> addresses = new ArrayList<>();
        if (subject.depth() == 0) {
            add(
                    addresses,
                    authority(exchange, routing == null ? null : routing.system()),
                    ReplicaPath.MASTER,
                    MASTER_RANGE);
            return show(exchange, addresses, "");
        }
        ContainerRecord container = names.owningContainer(subject.id(0), subject.id(1));
        for (PartitionSpec partition : asked(container, parameters.get("$partitionKeyRangeIds"))) {
            add(
                    addresses,
                    authority(exchange, partition),
                    ReplicaPath.of(container, partition.rangeId()),
                    Integer.toString(partition.rangeId()));
        }
        return OwnerHeaders.add(show(exchange, addresses, container.rid().toString()), container);
    }

    /** Only those that were asked for: clients take the first one they get for the one they wanted. */
    private static List<PartitionSpec> asked(ContainerRecord container, @Nullable String rangeIds) {
        if (rangeIds == null) {
            return container.partitions();
        }
        Set<String> wanted = Set.copyOf(Arrays.asList(rangeIds.split(",", -1)));
        List<PartitionSpec> found = container.partitions().stream()
                .filter(partition -> wanted.contains(Integer.toString(partition.rangeId())))
                .toList();
        if (found.size() < wanted.size()) {
            throw GoneException.partitionKeyRange();
        }
        return found;
    }

    private static void add(List<JsonValue> addresses, String authority, ReplicaPath path, String rangeId) {
        for (int replica = 1; replica <= Replicas.COUNT; replica++) {
            boolean primary = replica == 1;
            // The names of the members are those of the service, slips of the pen included.
            addresses.add(JsonObject.builder()
                    .put("isPrimary", primary)
                    .put("isAuxiliary", false)
                    .put("protocol", PROTOCOL)
                    .put("logicalUri", "urn:mayfly")
                    .put("physcialUri", PROTOCOL + "://" + authority + path.text(replica + (primary ? "p" : "s")) + "/")
                    .put("partitionIndex", rangeId)
                    .put("partitionKeyRangeId", rangeId)
                    .build());
        }
    }

    /** Host and port of the server that serves a partition. */
    private String authority(Exchange exchange, @Nullable PartitionSpec partition) {
        String origin = exchange.request().origin();
        OtherServers.DirectAddress other = routing == null || partition == null ? null : routing.direct(partition);
        return other == null
                ? endpoint.hostFor(origin) + ":" + endpoint.port().getAsInt()
                : new DirectEndpoint(other.host(), other::port).hostFor(origin) + ":" + other.port();
    }

    private static WireResponse show(Exchange exchange, List<JsonValue> addresses, String rid) {
        return exchange.response(200, RequestCharge.METADATA)
                .header(WireHeaders.ITEM_COUNT, Integer.toString(addresses.size()))
                .body(JsonObject.builder()
                        .put("_rid", rid)
                        .put(ResourceType.ADDRESS.listMember(), new JsonArray(addresses))
                        .put("_count", addresses.size())
                        .build()
                        .toBytes());
    }
}
