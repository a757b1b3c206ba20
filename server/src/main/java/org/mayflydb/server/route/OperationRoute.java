package org.mayflydb.server.route;

import org.mayflydb.base.UnsupportedException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.database.Engine;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/** {@code …/operations/partitionkeydelete}: deletes all items of a partition key. */
final class OperationRoute implements ImmediateRoute {
    private static final String DELETE_BY_KEY = "partitionkeydelete";

    private final Engine engine;

    OperationRoute(Engine engine) {
        this.engine = engine;
    }

    @Override
    public WireResponse answer(Exchange exchange) {
        ContainerRecord container = exchange.target().container();
        if (exchange.address().isFeed() || !exchange.address().id(2).equals(DELETE_BY_KEY)) {
            throw new UnsupportedException("An operation other than " + DELETE_BY_KEY);
        }
        if (exchange.verb() != Verb.POST) {
            throw UnsupportedException.method(exchange.verb().name());
        }
        engine.deleteAll(
                container.database().id(), container.id(), exchange.target().requiredKey());
        return OwnerHeaders.add(exchange.response(200, RequestCharge.METADATA_WRITE), container);
    }
}
