package org.mayflydb.server.route;

import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.database.Engine;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/** {@code …/operations/partitionkeydelete}: deletes all items of a partition key. */
final class OperationRoute implements ImmediateRoute {
    private static final String DELETE_BY_KEY = "partitionkeydelete";

    private final Engine engine;
    private final Names names;

    OperationRoute(Engine engine, Names names) {
        this.engine = engine;
        this.names = names;
    }

    @Override
    public WireResponse answer(Exchange exchange) {
        ContainerRecord container = names.owningContainer(
                exchange.address().id(0), exchange.address().id(1));
        if (exchange.address().isFeed() || !exchange.address().id(2).equals(DELETE_BY_KEY)) {
            throw new UnsupportedException("An operation other than " + DELETE_BY_KEY);
        }
        if (exchange.verb() != Verb.POST) {
            throw UnsupportedException.method(exchange.verb().name());
        }
        PartitionKey key = ItemRoute.key(exchange.request(), container);
        if (key == null) {
            throw new BadRequestException("PartitionKey value must be supplied for this operation.");
        }
        engine.deleteAll(container.database().id(), container.id(), key);
        return OwnerHeaders.add(exchange.response(202, RequestCharge.METADATA_WRITE), container);
    }
}
