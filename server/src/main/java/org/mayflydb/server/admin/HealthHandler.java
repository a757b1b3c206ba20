package org.mayflydb.server.admin;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Function;
import org.mayflydb.json.JsonObject;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/**
 * Answers {@code /alive}, {@code /ready} and {@code /status} without the threads that requests wait for, and passes everything
 * else on.
 */
public final class HealthHandler implements RequestHandler {
    private final Readiness readiness;
    private final RequestHandler inner;

    public HealthHandler(Readiness readiness, RequestHandler inner) {
        this.readiness = readiness;
        this.inner = inner;
    }

    /** Serves the probes; every other path is 404. */
    public static HealthHandler alone(Readiness readiness) {
        return new HealthHandler(
                readiness,
                (request, reply) -> reply.accept(text(404, "This port serves only /alive, /ready and /status.\n")));
    }

    @Override
    public void handle(WireRequest request, Consumer<WireResponse> reply) {
        boolean reads = request.verb() == Verb.GET || request.verb() == Verb.HEAD;
        if (reads && request.path().equals("/alive")) {
            reply.accept(text(200, "alive\n"));
        } else if (reads && request.path().equals("/ready")) {
            answer(reply, answer -> text(answer.ready() ? 200 : 503, answer.text()));
        } else if (reads && request.path().equals("/status")) {
            answer(reply, HealthHandler::status);
        } else {
            inner.handle(request, reply);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the reply is the only result
    private void answer(Consumer<WireResponse> reply, Function<Readiness.Answer, WireResponse> form) {
        readiness
                .ask()
                .thenApply(form)
                .exceptionally(failure -> WireResponse.internalError())
                .thenAccept(reply);
    }

    private static WireResponse status(Readiness.Answer answer) {
        return new WireResponse(answer.ready() ? 200 : 503)
                .header(WireHeaders.CONTENT_TYPE, "application/json")
                .body(JsonObject.builder()
                        .put("alive", true)
                        .put("ready", answer.ready())
                        .put("message", answer.text().strip())
                        .build()
                        .toBytes());
    }

    private static WireResponse text(int status, String text) {
        return new WireResponse(status)
                .header(WireHeaders.CONTENT_TYPE, "text/plain; charset=utf-8")
                .body(text.getBytes(StandardCharsets.UTF_8));
    }
}
