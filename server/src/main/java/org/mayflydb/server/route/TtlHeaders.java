package org.mayflydb.server.route;

import java.util.OptionalLong;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.ttl.LiveItem;

/** Tells a client that asks for it when the item it got or wrote expires. */
final class TtlHeaders {
    private TtlHeaders() {}

    static void add(WireResponse response, LiveItem item) {
        OptionalLong left = item.secondsLeft();
        if (left.isEmpty()) {
            response.header(WireHeaders.TTL_DEADLINE, "never");
        } else {
            response.header(WireHeaders.TTL_DEADLINE, Long.toString(item.deadline()))
                    .header(WireHeaders.TTL_SECONDS_LEFT, Long.toString(left.getAsLong()));
        }
    }
}
