package org.mayflydb.server.admin;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/** Answers {@code /alive} and {@code /ready} without the threads that requests wait for, and passes everything else on. */
public final class HealthHandler implements RequestHandler {
    private final Readiness readiness;
    private final RequestHandler inner;

    public HealthHandler(Readiness readiness, RequestHandler inner) {
        this.readiness = readiness;
        this.inner = inner;
    }

    @Override
    public void handle(WireRequest request, Consumer<WireResponse> reply) {
        boolean reads = request.verb() == Verb.GET || request.verb() == Verb.HEAD;
        if (reads && request.path().equals("/alive")) {
            reply.accept(text(200, "alive\n"));
        } else if (reads && request.path().equals("/ready")) {
            answer(reply);
        } else {
            inner.handle(request, reply);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the reply is all that comes of it
    private void answer(Consumer<WireResponse> reply) {
        readiness
                .ask()
                .exceptionally(failure -> new Readiness.Answer(false, "not ready: " + failure + "\n"))
                .thenAccept(answer -> reply.accept(text(answer.ready() ? 200 : 503, answer.text())));
    }

    private static WireResponse text(int status, String text) {
        return new WireResponse(status)
                .header(WireHeaders.CONTENT_TYPE, "text/plain; charset=utf-8")
                .body(text.getBytes(StandardCharsets.UTF_8));
    }
}
