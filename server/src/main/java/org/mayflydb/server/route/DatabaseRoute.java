package org.mayflydb.server.route;

import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.database.Engine;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.WireResponse;

/** {@code /dbs} and {@code /dbs/{db}}. */
final class DatabaseRoute implements ImmediateRoute {
    private final Engine engine;
    private final Names names;

    DatabaseRoute(Engine engine, Names names) {
        this.engine = engine;
        this.names = names;
    }

    @Override
    public WireResponse answer(Exchange exchange) {
        return exchange.address().isFeed() ? answerList(exchange) : answerOne(exchange);
    }

    private WireResponse answerList(Exchange exchange) {
        return switch (exchange.verb()) {
            case GET -> list(exchange);
            case POST -> exchange.isQuery() ? list(exchange) : create(exchange);
            default -> throw UnsupportedException.method(exchange.verb().name());
        };
    }

    private WireResponse answerOne(Exchange exchange) {
        DatabaseRecord database = names.database(exchange.address().id(0));
        return switch (exchange.verb()) {
            case GET -> exchange.resource(200, RequestCharge.METADATA, database.toJson());
            case DELETE -> {
                engine.deleteDatabase(database.id(), exchange.ifMatch());
                yield exchange.response(204, RequestCharge.METADATA_WRITE);
            }
            default -> throw UnsupportedException.method(exchange.verb().name());
        };
    }

    private WireResponse list(Exchange exchange) {
        return ResourceList.answer(
                exchange,
                ResourceType.DATABASE,
                "",
                engine.databases().stream().map(DatabaseRecord::toJson).toList());
    }

    private WireResponse create(Exchange exchange) {
        JsonObject body = exchange.jsonBody();
        if (!(body.get("id") instanceof JsonString id)) {
            throw new BadRequestException(
                    "The input content is invalid because the required properties - 'id; ' - are missing");
        }
        DatabaseRecord database = engine.createDatabase(id.value(), ThroughputHeaders.read(exchange.request()));
        return exchange.resource(201, RequestCharge.METADATA_WRITE, database.toJson());
    }
}
