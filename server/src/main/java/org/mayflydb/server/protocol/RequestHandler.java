package org.mayflydb.server.protocol;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Answers requests. */
@FunctionalInterface
public interface RequestHandler {
    /**
     * Answers exactly once, on the calling thread before it returns or on another one later. It does not throw: what
     * fails is answered. The calling thread is never blocked for longer than a single read from the store.
     */
    void handle(WireRequest request, Consumer<WireResponse> reply);

    /**
     * Decides by the head of a request whether it is worth reading a large body, or waiting for memory for the response.
     *
     * @param head a request, whose body may not have been read
     * @return what to answer instead; null if the request is welcome
     */
    default @Nullable WireResponse refusal(WireRequest head) {
        return null;
    }
}
