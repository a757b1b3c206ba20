package org.mayflydb.server.metrics;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonObject;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one line of JSON for every request that another handler answers: what was asked, what came of it, what it cost
 * and how long it took. Headers and bodies are left out, so no key, token or document gets into it.
 */
public final class RequestLog implements RequestHandler {
    private static final Logger LOG = LoggerFactory.getLogger("org.mayflydb.requests");

    private final RequestHandler inner;

    public RequestLog(RequestHandler inner) {
        this.inner = inner;
    }

    @Override
    public @Nullable WireResponse refusal(WireRequest head) {
        return inner.refusal(head);
    }

    @Override
    public void handle(WireRequest request, Consumer<WireResponse> reply) {
        long start = System.nanoTime();
        inner.handle(request, response -> {
            try {
                LOG.info("{}", line(request, response, (System.nanoTime() - start) / 1000));
            } finally {
                reply.accept(response);
            }
        });
    }

    private static JsonObject line(WireRequest request, WireResponse response, long micros) {
        return JsonObject.builder()
                .put("verb", request.verb().name())
                .put("path", request.path())
                .put("status", response.status())
                .put("charge", String.valueOf(response.header(WireHeaders.REQUEST_CHARGE)))
                .put("micros", micros)
                .put("bytes", response.body().length)
                .put("activityId", String.valueOf(response.header(WireHeaders.ACTIVITY_ID)))
                .build();
    }
}
