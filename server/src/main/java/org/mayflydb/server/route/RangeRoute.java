package org.mayflydb.server.route;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/**
 * {@code …/pkranges}: which partition holds which effective partition keys. Clients ask again with the ETag they got
 * until they are told that nothing has changed.
 */
final class RangeRoute implements ImmediateRoute {
    private final Names names;

    RangeRoute(Names names) {
        this.names = names;
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
        ContainerRecord container = names.owningContainer(
                exchange.address().id(0), exchange.address().id(1));
        // Ranges change only when one is split, and then there are more of them.
        String etag = "\"" + container.rid() + "-" + container.partitions().size() + "\"";
        boolean known = etag.equals(exchange.request().header(WireHeaders.IF_NONE_MATCH));
        WireResponse response =
                exchange.response(known ? 304 : 200, RequestCharge.METADATA).header(WireHeaders.ETAG, etag);
        if (!known) {
            List<JsonValue> ranges = new ArrayList<>();
            container.partitions().forEach(partition -> ranges.add(range(container, partition)));
            response.header(WireHeaders.ITEM_COUNT, Integer.toString(ranges.size()))
                    .body(JsonObject.builder()
                            .put("_rid", container.rid().toString())
                            .put(ResourceType.PARTITION_KEY_RANGE.listMember(), new JsonArray(ranges))
                            .put("_count", ranges.size())
                            .build()
                            .toBytes());
        }
        return OwnerHeaders.add(response, container);
    }

    private static JsonObject range(ContainerRecord container, PartitionSpec partition) {
        String rid = container.rid().partitionKeyRange(partition.rangeId() + 1L).toString();
        return JsonObject.builder()
                .put("_rid", rid)
                .put("id", Integer.toString(partition.rangeId()))
                .put("_etag", container.etag())
                .put("minInclusive", partition.range().min().hex())
                .put("maxExclusive", partition.range().max().hex())
                .put("ridPrefix", partition.rangeId())
                .put("_self", container.link() + "pkranges/" + rid + "/")
                .put(
                        "throughputFraction",
                        JsonNumber.of(1.0 / container.partitions().size()))
                .put("status", "online")
                .put(
                        "parents",
                        new JsonArray(partition.ancestors().stream()
                                .<JsonValue>map(ancestor -> new JsonString(Integer.toString(ancestor.rangeId())))
                                .toList()))
                .put("ownedArchivalPKRangeIds", new JsonArray(List.of()))
                .put("_ts", container.timestamp())
                .build();
    }
}
