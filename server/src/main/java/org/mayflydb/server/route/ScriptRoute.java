package org.mayflydb.server.route;

import java.util.List;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.UnauthorizedException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/**
 * Stored procedures, triggers and user-defined functions. None can be created, so a list of them is empty; tools that browse
 * a container ask for these lists and give up if they fail.
 */
final class ScriptRoute implements ImmediateRoute {
    private final ResourceType type;
    private final Names names;

    ScriptRoute(ResourceType type, Names names) {
        this.type = type;
        this.names = names;
    }

    @Override
    public WireResponse answer(Exchange exchange) {
        ContainerRecord container = names.owningContainer(
                exchange.address().id(0), exchange.address().id(1));
        boolean isFeed = exchange.address().isFeed();
        if (isFeed && (exchange.verb() == Verb.GET || exchange.isQuery())) {
            return OwnerHeaders.add(
                    ResourceList.answer(exchange, type, container.rid().toString(), List.of()), container);
        }
        if (!isFeed && (exchange.verb() == Verb.GET || exchange.verb() == Verb.DELETE)) {
            if (isUnsignable(exchange.address().lastId())) {
                throw new UnauthorizedException(
                        "The signature of a path cannot be verified if the id of a script contains one of the characters"
                                + " % # and backslash.");
            }
            throw NotFoundException.resource();
        }
        throw new UnsupportedException("The resource type '" + type.segment() + "'");
    }

    /** Whether Azure cannot verify the signature, whichever gateway is asked; only items are different there. */
    private static boolean isUnsignable(String id) {
        return id.indexOf('%') >= 0 || id.indexOf('#') >= 0 || id.indexOf('\\') >= 0;
    }
}
