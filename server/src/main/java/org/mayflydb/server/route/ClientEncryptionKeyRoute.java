package org.mayflydb.server.route;

import org.mayflydb.base.UnsupportedException;
import org.mayflydb.catalog.ClientEncryptionKey;
import org.mayflydb.catalog.ClientEncryptionKeys;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.database.Engine;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;

/** {@code /dbs/{db}/clientencryptionkeys} and {@code /dbs/{db}/clientencryptionkeys/{key}}. Keys cannot be deleted. */
final class ClientEncryptionKeyRoute implements ImmediateRoute {
    private final ClientEncryptionKeys keys;
    private final Names names;

    ClientEncryptionKeyRoute(Engine engine, Names names) {
        this.keys = engine.clientEncryptionKeys();
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
            case POST ->
                exchange.isQuery()
                        ? list(exchange, database)
                        : show(
                                exchange,
                                201,
                                RequestCharge.METADATA_WRITE,
                                keys.create(database.id(), exchange.jsonBody()));
            default -> throw UnsupportedException.method(exchange.verb().name());
        };
    }

    private WireResponse answerOne(Exchange exchange, DatabaseRecord database) {
        return switch (exchange.verb()) {
            case GET -> read(exchange, find(exchange, database));
            case PUT ->
                show(
                        exchange,
                        200,
                        RequestCharge.METADATA_WRITE,
                        keys.replace(
                                database.id(), find(exchange, database).id(), exchange.jsonBody(), exchange.ifMatch()));
            default -> throw UnsupportedException.method(exchange.verb().name());
        };
    }

    private ClientEncryptionKey find(Exchange exchange, DatabaseRecord database) {
        return Names.clientEncryptionKey(keys, database.id(), exchange.address().id(1));
    }

    private WireResponse list(Exchange exchange, DatabaseRecord database) {
        return ResourceList.answer(
                exchange,
                ResourceType.CLIENT_ENCRYPTION_KEY,
                database.rid().toString(),
                keys.list(database.id()).stream()
                        .map(ClientEncryptionKey::toJson)
                        .toList());
    }

    /** Clients conclude from 304 that a key they could not unwrap was not wrapped anew. */
    private static WireResponse read(Exchange exchange, ClientEncryptionKey key) {
        return key.etag().equals(exchange.request().header(WireHeaders.IF_NONE_MATCH))
                ? exchange.response(304, RequestCharge.METADATA).header(WireHeaders.ETAG, key.etag())
                : show(exchange, 200, RequestCharge.METADATA, key);
    }

    private static WireResponse show(Exchange exchange, int status, double charge, ClientEncryptionKey key) {
        return exchange.resource(status, charge, key.toJson());
    }
}
