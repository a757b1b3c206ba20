package org.mayflydb.server.route;

import org.mayflydb.base.UnsupportedException;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.catalog.UserRecord;
import org.mayflydb.catalog.Users;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.database.Engine;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;

/** {@code /dbs/{db}/users} and {@code /dbs/{db}/users/{user}}. */
final class UserRoute implements ImmediateRoute {
    private final Users users;
    private final Names names;

    UserRoute(Engine engine, Names names) {
        this.users = engine.users();
        this.names = names;
    }

    @Override
    public WireResponse answer(Exchange exchange) {
        DatabaseRecord database = names.owningDatabase(exchange.address().id(0));
        WireResponse response =
                exchange.address().isFeed() ? answerList(exchange, database) : answerOne(exchange, database);
        return OwnerHeaders.add(response, database);
    }

    private WireResponse answerList(Exchange exchange, DatabaseRecord database) {
        return switch (exchange.verb()) {
            case GET -> list(exchange, database);
            case POST -> exchange.isQuery() ? list(exchange, database) : create(exchange, database);
            default -> throw UnsupportedException.method(exchange.verb().name());
        };
    }

    private WireResponse answerOne(Exchange exchange, DatabaseRecord database) {
        String id = Names.user(users, database.id(), exchange.address().id(1)).id();
        return switch (exchange.verb()) {
            case GET -> show(exchange, 200, RequestCharge.METADATA, users.read(database.id(), id));
            case PUT ->
                show(
                        exchange,
                        200,
                        RequestCharge.METADATA_WRITE,
                        users.replace(database.id(), id, exchange.jsonBody(), exchange.ifMatch()));
            case DELETE -> {
                users.delete(database.id(), id, exchange.ifMatch());
                yield exchange.response(204, RequestCharge.METADATA_WRITE);
            }
            default -> throw UnsupportedException.method(exchange.verb().name());
        };
    }

    private WireResponse list(Exchange exchange, DatabaseRecord database) {
        return ResourceList.answer(
                exchange,
                ResourceType.USER,
                database.rid().toString(),
                users.list(database.id()).stream().map(UserRecord::toJson).toList());
    }

    private WireResponse create(Exchange exchange, DatabaseRecord database) {
        if (!exchange.request().flag(WireHeaders.IS_UPSERT)) {
            return show(exchange, 201, RequestCharge.METADATA_WRITE, users.create(database.id(), exchange.jsonBody()));
        }
        var upserted = users.upsert(database.id(), exchange.jsonBody(), exchange.ifMatch());
        return show(exchange, upserted.isNew() ? 201 : 200, RequestCharge.METADATA_WRITE, upserted.resource());
    }

    private static WireResponse show(Exchange exchange, int status, double charge, UserRecord user) {
        return exchange.resource(status, charge, user.toJson());
    }
}
