package org.mayflydb.server.route;

import java.util.function.Consumer;
import org.mayflydb.server.protocol.WireResponse;

/** A route that answers before it returns. */
interface ImmediateRoute extends Route {
    /** Answers, or throws a {@link org.mayflydb.base.MayflyException} that becomes the answer. */
    WireResponse answer(Exchange exchange);

    @Override
    default void answer(Exchange exchange, Consumer<WireResponse> reply) {
        reply.accept(answer(exchange));
    }
}
