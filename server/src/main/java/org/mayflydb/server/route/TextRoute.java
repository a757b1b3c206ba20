package org.mayflydb.server.route;

import java.util.function.Consumer;
import org.mayflydb.base.TooLargeException;
import org.mayflydb.json.binary.BinaryJson;
import org.mayflydb.server.protocol.WireResponse;

/**
 * Turns bodies in binary JSON into text, which is all that the route behind it knows. This takes place where the text would be
 * parsed; on an event loop no more text is made than such a loop would parse.
 */
final class TextRoute implements Route {
    /** As much as may be sent as text. */
    private static final int BYTES_MAX = 4 << 20;

    private final Route inner;
    private final ExpandedText expanded;

    TextRoute(Route inner, ExpandedText expanded) {
        this.inner = inner;
        this.expanded = expanded;
    }

    @Override
    public boolean isQuick(Exchange exchange) {
        return inner.isQuick(exchange);
    }

    @Override
    public void answer(Exchange exchange, Consumer<WireResponse> reply) {
        byte[] body = exchange.request().body();
        if (!BinaryJson.isBinary(body)) {
            inner.answer(exchange, reply);
            return;
        }
        byte[] text = BinaryJson.toText(body, BYTES_MAX);
        if (text == null) {
            throw TooLargeException.request();
        }
        expanded.hold(text.length - body.length, reply, released -> inner.answer(exchange.withBody(text), released));
    }

    @Override
    public boolean answerAtOnce(Exchange exchange, Consumer<WireResponse> reply) {
        byte[] body = exchange.request().body();
        if (!BinaryJson.isBinary(body)) {
            return inner.answerAtOnce(exchange, reply);
        }
        byte[] text = BinaryJson.toText(body, ItemRoute.QUICK_BODY_BYTES_MAX);
        if (text == null) {
            return false;
        }
        Exchange readable = exchange.withBody(text);
        return inner.isQuick(readable) && inner.answerAtOnce(readable, reply);
    }
}
