package org.mayflydb.server.route;

import org.mayflydb.server.protocol.SessionToken;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;

/** The LSN of a partition when it served a request; clients send it back to read no older state. */
final class SessionHeaders {
    private SessionHeaders() {}

    static WireResponse add(WireResponse response, int rangeId, long lsn) {
        return response.header(WireHeaders.SESSION_TOKEN, SessionToken.of(rangeId, lsn))
                .header(WireHeaders.PARTITION_KEY_RANGE_ID, Integer.toString(rangeId))
                .header(WireHeaders.LSN, Long.toString(lsn));
    }
}
