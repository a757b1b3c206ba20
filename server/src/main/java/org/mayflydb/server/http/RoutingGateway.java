package org.mayflydb.server.http;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.transport.Refusal;

/**
 * Refuses paths with the ids that the routing gateway of Azure's emulator refuses, as the suites of the clients expect on its
 * port, and passes everything else on.
 */
public final class RoutingGateway implements RequestHandler {
    private static final String ITEMS = "/docs/";

    private static final Refusal UNSIGNABLE = new Refusal(
            401,
            "Unauthorized",
            "This port refuses paths with ids that end in a space or contain one of the characters % # / and backslash.");

    /** Azure's web server refuses the path before the gateway sees it, and clients tell this by the page. */
    private static final byte[] BAD_PATH =
            "<html><head><TITLE>Bad Request</TITLE></head><body>The path contains a control character.</body></html>"
                    .getBytes(StandardCharsets.UTF_8);

    private final RequestHandler next;

    public RoutingGateway(RequestHandler next) {
        this.next = next;
    }

    @Override
    public void handle(WireRequest request, Consumer<WireResponse> reply) {
        WireResponse refusal = refusal(request.path());
        if (refusal == null) {
            next.handle(request, reply);
        } else {
            reply.accept(refusal);
        }
    }

    @Override
    public @Nullable WireResponse refusal(WireRequest head) {
        WireResponse refusal = refusal(head.path());
        return refusal == null ? next.refusal(head) : refusal;
    }

    /** @param path percent-encoded */
    private static @Nullable WireResponse refusal(String path) {
        int items = path.indexOf(ITEMS);
        if (items < 0) {
            return null;
        }
        String id = path.substring(items + ITEMS.length()).toUpperCase(Locale.ROOT);
        if (id.contains("%0") || id.contains("%1")) {
            return new WireResponse(400).header("content-type", "text/html").body(BAD_PATH);
        }
        boolean unsignable = id.endsWith("%20")
                || id.contains("%25")
                || id.contains("%23")
                || id.contains("%2F")
                || id.contains("%5C")
                || id.contains("#")
                || id.contains("\\");
        return unsignable ? UNSIGNABLE.response() : null;
    }
}
