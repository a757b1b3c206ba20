package org.mayflydb.server.route;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.catalog.ContainerProperties;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.database.Engine;
import org.mayflydb.item.Items;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.query.QueryMetrics;
import org.mayflydb.query.QueryPage;
import org.mayflydb.query.QueryRequest;
import org.mayflydb.query.fanout.Feature;
import org.mayflydb.query.fanout.QueryPlan;
import org.mayflydb.query.fanout.UnscopedQuery;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;

/** Queries over items, and the plans that some clients ask for first. */
final class ItemQueryRoute {
    /** The page after a full one that was the last. */
    private static final QueryPage NOTHING =
            new QueryPage(List.of(), null, RequestCharge.METADATA, new QueryMetrics(0, 0, 0, 0, 0, 0, 0, 0, 0));

    private final Engine engine;

    ItemQueryRoute(Engine engine) {
        this.engine = engine;
    }

    WireResponse query(Exchange exchange, ContainerRecord container, Items items) {
        checkContinuationLimit(exchange.request());
        QueryBody body = QueryBody.read(exchange);
        if (isUnscoped(exchange)) {
            refuseUnservable(exchange.request(), container.properties(), body);
        }
        RequestScope scope = exchange.target().scope();
        QueryRequest request = new QueryRequest(
                body.text(),
                body.parameters(),
                scope.items(),
                exchange.pageSize(),
                continuation(exchange, container),
                body.resumeFilter(),
                scope.isWhole() && !exchange.request().ownFlag(WireHeaders.WHOLE_QUERY));
        QueryPage page = WholeContinuation.END.equals(exchange.continuation())
                ? NOTHING
                : engine.query(container, items, request);
        WireResponse response = exchange.response(200, page.charge())
                .header(WireHeaders.ITEM_COUNT, Integer.toString(page.rows().size()))
                .header(WireHeaders.CONTINUATION, continuation(exchange, page, body.text()));
        QueryMetricsHeaders.add(
                response, exchange.request(), page.metrics(), () -> engine.indexUse(container, request));
        if (exchange.request().flag(WireHeaders.OPTIMISTIC_DIRECT_EXECUTION)) {
            response.header(WireHeaders.REQUIRES_DISTRIBUTION, Boolean.toString(!isExecutedDirectly(body.text())));
        }
        scope.addSession(response, items);
        JsonObject rows = JsonObject.builder()
                .put("_rid", container.rid().toString())
                .put(ResourceType.ITEM.listMember(), new JsonArray(page.rows()))
                .put("_count", page.rows().size())
                .build();
        return OwnerHeaders.add(response, container).body(AnswerFormat.query(exchange.request(), rows));
    }

    private static @Nullable String continuation(Exchange exchange, ContainerRecord container) {
        String continuation = exchange.continuation();
        return continuation != null && ServiceContinuation.isOfAnother(container.rid(), continuation)
                ? null
                : WholeContinuation.read(continuation);
    }

    private @Nullable String continuation(Exchange exchange, QueryPage page, String text) {
        RequestScope scope = exchange.target().scope();
        if (!scope.isWhole()) {
            return page.continuation();
        }
        boolean endsFull = scope.isOnlyPartition()
                && page.continuation() == null
                && page.rows().size() == exchange.pageSize()
                && !exchange.request().ownFlag(WireHeaders.WHOLE_QUERY)
                && UnscopedQuery.isPlain(engine.queryTree(text));
        return endsFull ? WholeContinuation.END : WholeContinuation.write(page.continuation());
    }

    /**
     * Returns true if a client that finds only one partition is to page through the result with our continuations, which it
     * refuses to use after a split. So this is only for queries that it has no continuations for otherwise.
     */
    private boolean isExecutedDirectly(String text) {
        SelectQuery query = engine.queryTree(text);
        return !query.groupBy().isEmpty() || (query.distinct() && query.orderBy() == null);
    }

    /** Our continuations are short enough for every limit that makes sense. */
    private static void checkContinuationLimit(WireRequest request) {
        String limit = request.header(WireHeaders.CONTINUATION_LIMIT_KB);
        if (limit == null) {
            return;
        }
        if (limit.equals("0")) {
            throw new BadRequestException("The continuation token limit specified is not large enough.");
        }
        if (!limit.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new BadRequestException(
                    "Please pass in a valid continuation token size limit which must be a positive integer.");
        }
    }

    /** Whether the first page of a query is wanted without a word about where its items are. */
    static boolean isUnscoped(Exchange exchange) {
        WireRequest request = exchange.request();
        return request.header(WireHeaders.PARTITION_KEY) == null
                && request.header(WireHeaders.PARTITION_KEY_RANGE_ID) == null
                && request.header(WireHeaders.START_EPK) == null
                && request.header(WireHeaders.END_EPK) == null
                && request.header(WireHeaders.REPLICA_PATH) == null
                && !request.ownFlag(WireHeaders.WHOLE_QUERY)
                && exchange.continuation() == null;
    }

    /** Refuses what the service does not answer without a partition, so that no program learns it the hard way. */
    private void refuseUnservable(WireRequest request, ContainerProperties container, QueryBody body) {
        SelectQuery tree = engine.queryTree(body.text());
        boolean enabled = request.flag(WireHeaders.ENABLE_CROSS_PARTITION);
        boolean parallel = request.flag(WireHeaders.PARALLELIZE_CROSS_PARTITION);
        if (enabled && !parallel && UnscopedQuery.isPlain(tree)) {
            return;
        }
        UnscopedQuery query =
                UnscopedQuery.of(tree, body.parameters(), container.partitionKey(), vectorPolicy(container));
        if (query.fansOut() && !enabled) {
            throw BadRequestException.crossPartitionQueryDisabled(query.plan().toString());
        }
        boolean wholeResult = "false".equalsIgnoreCase(request.header(WireHeaders.IS_CONTINUATION_EXPECTED));
        if (query.needsClient(wholeResult) || (query.fansOut() && parallel)) {
            throw BadRequestException.crossPartitionQueryNotServable(
                    query.plan().toString());
        }
    }

    /**
     * What a query needs that names no partition.
     *
     * @param isFirst whether this is its first page, for which it may be refused
     */
    UnscopedQuery unscoped(Exchange exchange, ContainerRecord container, boolean isFirst) {
        QueryBody body = QueryBody.read(exchange);
        if (isFirst) {
            refuseUnservable(exchange.request(), container.properties(), body);
        }
        return UnscopedQuery.of(
                engine.queryTree(body.text()),
                body.parameters(),
                container.properties().partitionKey(),
                vectorPolicy(container.properties()));
    }

    private static @Nullable JsonValue vectorPolicy(ContainerProperties container) {
        return container.keptPolicies().get("vectorEmbeddingPolicy");
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
                vectorPolicy(container.properties()));
        return exchange.response(200, RequestCharge.METADATA).body(plan.toBytes());
    }
}
