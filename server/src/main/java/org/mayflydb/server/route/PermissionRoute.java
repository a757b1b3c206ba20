package org.mayflydb.server.route;

import java.time.InstantSource;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.catalog.PermissionRecord;
import org.mayflydb.catalog.Permissions;
import org.mayflydb.catalog.UserRecord;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.database.Engine;
import org.mayflydb.json.JsonObject;
import org.mayflydb.server.auth.PermissionJson;
import org.mayflydb.server.auth.ResourceTokens;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;

/** {@code …/users/{user}/permissions}: each answer carries a token made for it. */
final class PermissionRoute implements ImmediateRoute {
    private final Engine engine;
    private final Permissions permissions;
    private final Names names;
    private final PermissionJson json;
    private final InstantSource clock;

    PermissionRoute(Engine engine, Names names, PermissionJson json, InstantSource clock) {
        this.engine = engine;
        this.permissions = engine.permissions();
        this.names = names;
        this.json = json;
        this.clock = clock;
    }

    @Override
    public WireResponse answer(Exchange exchange) {
        DatabaseRecord database = names.owningDatabase(exchange.address().id(0));
        UserRecord user = Names.owningUser(
                engine.users(), database.id(), exchange.address().id(1));
        WireResponse response = exchange.address().isFeed()
                ? answerList(exchange, database.id(), user)
                : answerOne(exchange, database.id(), user.id());
        return OwnerHeaders.add(response, database);
    }

    private WireResponse answerList(Exchange exchange, String databaseId, UserRecord user) {
        return switch (exchange.verb()) {
            case GET -> list(exchange, databaseId, user);
            case POST ->
                exchange.isQuery() ? list(exchange, databaseId, user) : create(exchange, databaseId, user.id());
            default -> throw UnsupportedException.method(exchange.verb().name());
        };
    }

    private WireResponse answerOne(Exchange exchange, String databaseId, String userId) {
        String id = Names.permission(
                        permissions, databaseId, userId, exchange.address().id(2))
                .id();
        return switch (exchange.verb()) {
            case GET -> show(exchange, 200, RequestCharge.METADATA, permissions.read(databaseId, userId, id));
            case PUT ->
                show(
                        exchange,
                        200,
                        RequestCharge.METADATA_WRITE,
                        permissions.replace(databaseId, userId, id, exchange.jsonBody(), exchange.ifMatch()));
            case DELETE -> {
                permissions.delete(databaseId, userId, id, exchange.ifMatch());
                yield exchange.response(204, RequestCharge.METADATA_WRITE);
            }
            default -> throw UnsupportedException.method(exchange.verb().name());
        };
    }

    private WireResponse list(Exchange exchange, String databaseId, UserRecord user) {
        return ResourceList.answer(
                exchange,
                ResourceType.PERMISSION,
                user.rid().toString(),
                permissions.list(databaseId, user.id()).stream()
                        .map(permission -> withToken(exchange, permission))
                        .toList());
    }

    private WireResponse create(Exchange exchange, String databaseId, String userId) {
        if (!exchange.request().flag(WireHeaders.IS_UPSERT)) {
            return show(
                    exchange,
                    201,
                    RequestCharge.METADATA_WRITE,
                    permissions.create(databaseId, userId, exchange.jsonBody()));
        }
        var upserted = permissions.upsert(databaseId, userId, exchange.jsonBody(), exchange.ifMatch());
        return show(exchange, upserted.isNew() ? 201 : 200, RequestCharge.METADATA_WRITE, upserted.resource());
    }

    private WireResponse show(Exchange exchange, int status, double charge, PermissionRecord permission) {
        return exchange.resource(status, charge, withToken(exchange, permission));
    }

    private JsonObject withToken(Exchange exchange, PermissionRecord permission) {
        int lifetime = ResourceTokens.lifetime(exchange.request().header(WireHeaders.EXPIRY_SECONDS));
        return json.withToken(permission, lifetime, clock.instant());
    }
}
