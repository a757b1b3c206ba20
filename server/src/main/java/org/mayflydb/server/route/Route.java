package org.mayflydb.server.route;

import java.util.function.Consumer;
import org.mayflydb.server.protocol.WireResponse;

/** Answers the requests for one kind of resource. */
interface Route {
    /**
     * Answers once, now or later, or throws a {@link org.mayflydb.base.MayflyException} that becomes the answer. May
     * wait for the store, unless {@link #isQuick} says otherwise.
     */
    void answer(Exchange exchange, Consumer<WireResponse> reply);

    /** Whether this takes no longer than a read from memory or of one key, so that it needs no other thread. */
    default boolean isQuick(Exchange exchange) {
        return false;
    }

    /**
     * Answers a quick request on an event loop, as {@link #answer} does. Returns false, with nothing done, if it would have to
     * wait after all: then another thread answers it.
     */
    default boolean answerAtOnce(Exchange exchange, Consumer<WireResponse> reply) {
        answer(exchange, reply);
        return true;
    }
}
