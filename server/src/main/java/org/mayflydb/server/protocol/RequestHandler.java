package org.mayflydb.server.protocol;

import java.util.function.Consumer;

/** Answers requests. */
@FunctionalInterface
public interface RequestHandler {
    /**
     * Answers exactly once, on the calling thread before it returns or on another one later. It does not throw: what
     * fails is answered. The calling thread is never blocked for longer than a single read from the store.
     */
    void handle(WireRequest request, Consumer<WireResponse> reply);
}
