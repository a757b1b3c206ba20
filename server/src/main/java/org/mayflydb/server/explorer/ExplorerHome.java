package org.mayflydb.server.explorer;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/**
 * Sends browsers that open {@code /} to the explorer, and passes everything else on. A signed request for {@code /} reads
 * the account, as on every port: the explorer itself does that.
 */
public final class ExplorerHome implements RequestHandler {
    private final RequestHandler next;

    public ExplorerHome(RequestHandler next) {
        this.next = next;
    }

    @Override
    public void handle(WireRequest request, Consumer<WireResponse> reply) {
        boolean reads = request.verb() == Verb.GET || request.verb() == Verb.HEAD;
        if (reads && request.path().equals("/") && request.header(WireHeaders.AUTHORIZATION) == null) {
            reply.accept(new WireResponse(302).header("location", ExplorerHandler.PREFIX + "/"));
        } else {
            next.handle(request, reply);
        }
    }

    @Override
    public @Nullable WireResponse refusal(WireRequest head) {
        return next.refusal(head);
    }
}
