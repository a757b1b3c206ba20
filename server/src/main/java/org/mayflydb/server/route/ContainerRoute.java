package org.mayflydb.server.route;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.database.Engine;
import org.mayflydb.database.TtlChange;
import org.mayflydb.item.Items;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.SessionToken;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;

/** {@code /dbs/{db}/colls} and {@code /dbs/{db}/colls/{coll}}. */
final class ContainerRoute implements ImmediateRoute {
    /** From this version of the protocol on, a new container must have a partition key. */
    private static final String KEY_REQUIRED_VERSION = "2018-12-31";

    private final Engine engine;
    private final Names names;

    ContainerRoute(Engine engine, Names names) {
        this.engine = engine;
        this.names = names;
    }

    @Override
    public WireResponse answer(Exchange exchange) {
        return exchange.address().isFeed() ? answerList(exchange) : answerOne(exchange);
    }

    private WireResponse answerList(Exchange exchange) {
        DatabaseRecord database = names.owningDatabase(exchange.address().id(0));
        return switch (exchange.verb()) {
            case GET -> list(exchange, database);
            case POST -> exchange.isQuery() ? list(exchange, database) : create(exchange, database);
            default -> throw UnsupportedException.method(exchange.verb().name());
        };
    }

    private WireResponse answerOne(Exchange exchange) {
        ContainerRecord container =
                names.container(exchange.address().id(0), exchange.address().id(1));
        String databaseId = container.database().id();
        return switch (exchange.verb()) {
            case GET -> read(exchange, container);
            case PUT ->
                showWritten(
                        exchange,
                        200,
                        engine.replaceContainer(
                                databaseId,
                                container.id(),
                                IndexingForms.accepted(exchange.request(), exchange.jsonBody()),
                                exchange.ifMatch(),
                                exchange.request().ownFlag(WireHeaders.CONFIRM_TTL)
                                        ? TtlChange.CONFIRMED
                                        : TtlChange.GUARDED));
            case DELETE -> {
                engine.deleteContainer(databaseId, container.id(), exchange.ifMatch());
                yield OwnerHeaders.add(exchange.response(204, RequestCharge.METADATA_WRITE), container.database());
            }
            default -> throw UnsupportedException.method(exchange.verb().name());
        };
    }

    private WireResponse list(Exchange exchange, DatabaseRecord database) {
        WireResponse response = ResourceList.answer(
                exchange,
                ResourceType.CONTAINER,
                database.rid().toString(),
                engine.containers(database.id()).stream()
                        .map(container -> json(exchange, container))
                        .toList());
        return OwnerHeaders.add(response, database);
    }

    /** Clients that do not know the system key would demand a partition key for every item if they saw it. */
    private static JsonObject json(Exchange exchange, ContainerRecord container) {
        String version = exchange.request().header(WireHeaders.VERSION);
        boolean hidden = version != null
                && version.compareTo(KEY_REQUIRED_VERSION) < 0
                && container.properties().partitionKey().systemKey();
        JsonObject json = IndexingForms.shown(exchange.request(), container.toJson());
        return hidden ? json.without("partitionKey") : json;
    }

    private WireResponse create(Exchange exchange, DatabaseRecord database) {
        JsonObject body = IndexingForms.accepted(exchange.request(), exchange.jsonBody());
        checkHasKey(body, exchange.request().header(WireHeaders.VERSION));
        ContainerRecord container =
                engine.createContainer(database.id(), body, ThroughputHeaders.read(exchange.request()));
        return showWritten(exchange, 201, container);
    }

    /** Versions are dates, so their text sorts like them. */
    private static void checkHasKey(JsonObject body, @Nullable String version) {
        JsonValue key = body.get("partitionKey");
        boolean missing = key == null || key instanceof JsonNull;
        if (missing && version != null && version.compareTo(KEY_REQUIRED_VERSION) >= 0) {
            throw new BadRequestException("A Partition key definition is not specified in the request.");
        }
    }

    private WireResponse read(Exchange exchange, ContainerRecord container) {
        WireResponse response = exchange.request().flag(WireHeaders.POPULATE_STATISTICS)
                ? show(exchange, 200, RequestCharge.METADATA, container, withStatistics(exchange, container))
                : show(exchange, 200, RequestCharge.METADATA, container);
        if (exchange.request().flag(WireHeaders.POPULATE_QUOTA)) {
            Items items = engine.items(container.database().id(), container.id());
            String indexed = Integer.toString(items.index().progressPercent());
            UsageHeaders.add(response, items.usage())
                    .header(WireHeaders.INDEX_PROGRESS, indexed)
                    .header(WireHeaders.LAZY_INDEX_PROGRESS, isLazy(container) ? indexed : null);
        }
        return response;
    }

    /** Adds the size of each partition. Azure names the keys that fill a partition; none is worth naming here. */
    private JsonObject withStatistics(Exchange exchange, ContainerRecord container) {
        List<JsonValue> statistics = new ArrayList<>();
        engine.items(container)
                .usageByRange()
                .forEach((rangeId, usage) -> statistics.add(JsonObject.builder()
                        .put("id", Integer.toString(rangeId))
                        .put("sizeInKB", UsageHeaders.kilobytes(usage))
                        .put("documentCount", usage.items())
                        .put("partitionKeys", new JsonArray(List.of()))
                        .build()));
        return json(exchange, container).with("statistics", new JsonArray(statistics));
    }

    private static boolean isLazy(ContainerRecord container) {
        return container.properties().indexingPolicy().mode() == IndexingPolicy.Mode.LAZY;
    }

    /** With a session token, by which clients forget the tokens of an earlier container of the name. */
    private WireResponse showWritten(Exchange exchange, int status, ContainerRecord container) {
        int rangeId = container.partitions().get(0).rangeId();
        long lsn = engine.lastLsn(container, rangeId).orElse(0);
        return show(exchange, status, RequestCharge.METADATA_WRITE, container)
                .header(WireHeaders.SESSION_TOKEN, SessionToken.of(rangeId, lsn));
    }

    private static WireResponse show(Exchange exchange, int status, double charge, ContainerRecord container) {
        return show(exchange, status, charge, container, json(exchange, container));
    }

    private static WireResponse show(
            Exchange exchange, int status, double charge, ContainerRecord container, JsonObject json) {
        boolean shares = container.offer() == null && container.database().offer() != null;
        WireResponse response =
                exchange.resource(status, charge, json).header(WireHeaders.SHARE_THROUGHPUT, shares ? "true" : null);
        return OwnerHeaders.add(response, container.database());
    }
}
