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
     * Decides by the head of a request, before a large body is read, whether it is worth it.
     *
     * @param head a request without its body
     * @return what to answer instead of reading the body; null if it is welcome
     */
    default @Nullable WireResponse refusal(WireRequest head) {
        return null;
    }
}
