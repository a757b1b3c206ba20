package org.mayflydb.server.route;

import java.util.Set;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.database.Engine;
import org.mayflydb.item.Items;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.query.QueryPage;
import org.mayflydb.query.QueryRequest;
import org.mayflydb.query.fanout.Feature;
import org.mayflydb.query.fanout.QueryPlan;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;

/** Queries over items, and the plans that some clients ask for first. */
final class ItemQueryRoute {
    private final Engine engine;

    ItemQueryRoute(Engine engine) {
        this.engine = engine;
    }

    WireResponse query(Exchange exchange, ContainerRecord container, Items items) {
        QueryBody body = QueryBody.read(exchange);
        RequestScope scope = exchange.target().scope();
        QueryPage page = engine.query(
                container,
                items,
                new QueryRequest(
                        body.text(),
                        body.parameters(),
                        scope.items(),
                        exchange.pageSize(),
                        WholeContinuation.read(exchange.continuation()),
                        body.resumeFilter()));
        WireResponse response = exchange.response(200, page.charge())
                .header(WireHeaders.ITEM_COUNT, Integer.toString(page.rows().size()))
                .header(
                        WireHeaders.CONTINUATION,
                        scope.isWhole() ? WholeContinuation.write(page.continuation()) : page.continuation());
        QueryMetricsHeaders.add(response, exchange.request(), page.metrics());
        scope.addSession(response, items);
        JsonObject rows = JsonObject.builder()
                .put("_rid", container.rid().toString())
                .put(ResourceType.ITEM.listMember(), new JsonArray(page.rows()))
                .put("_count", page.rows().size())
                .build();
        return OwnerHeaders.add(response, container).body(rows.toBytes());
    }

    /** How to spread a query over the partitions, however many there are. */
    WireResponse plan(Exchange exchange, ContainerRecord container) {
        QueryBody body = QueryBody.read(exchange);
        String features = exchange.request().header(WireHeaders.SUPPORTED_QUERY_FEATURES);
        PartitionKeyDefinition definition = container.properties().partitionKey();
        boolean givesKey = exchange.request().header(WireHeaders.PARTITION_KEY) != null;
        JsonObject plan = QueryPlan.of(
                engine.queryTree(body.text()),
                body.parameters(),
                definition,
                features == null ? Set.of() : Feature.parse(features),
                givesKey && definition.isComplete(exchange.target().requiredKey()),
                container.properties().keptPolicies().get("vectorEmbeddingPolicy"));
        return exchange.response(200, RequestCharge.METADATA).body(plan.toBytes());
    }
}
