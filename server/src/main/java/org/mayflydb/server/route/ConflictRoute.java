package org.mayflydb.server.route;

import java.util.List;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;

/** {@code …/conflicts}: with one region that writes there is never one. */
final class ConflictRoute implements ImmediateRoute {
    private final Names names;

    ConflictRoute(Names names) {
        this.names = names;
    }

    @Override
    public WireResponse answer(Exchange exchange) {
        ContainerRecord container = names.owningContainer(
                exchange.address().id(0), exchange.address().id(1));
        if (!exchange.address().isFeed()) {
            throw NotFoundException.resource();
        }
        WireRequest request = exchange.request();
        if (exchange.isQuery()
                && ItemQueryRoute.isUnscoped(exchange)
                && !request.flag(WireHeaders.ENABLE_CROSS_PARTITION)) {
            throw BadRequestException.crossPartitionQueryDisabled(null);
        }
        return switch (exchange.verb()) {
            case GET, POST ->
                OwnerHeaders.add(
                        ResourceList.answer(
                                exchange, ResourceType.CONFLICT, container.rid().toString(), List.of()),
                        container);
            default -> throw UnsupportedException.method(exchange.verb().name());
        };
    }
}
