package org.mayflydb.server.route;

import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;

/** How far a partition was when it answered; clients send it back to read no older state. */
final class SessionHeaders {
    private SessionHeaders() {}

    static WireResponse add(WireResponse response, int rangeId, long lsn) {
        return response.header(WireHeaders.SESSION_TOKEN, token(rangeId, lsn))
                .header(WireHeaders.PARTITION_KEY_RANGE_ID, Integer.toString(rangeId))
                .header(WireHeaders.LSN, Long.toString(lsn));
    }

    static String token(int rangeId, long lsn) {
        return rangeId + ":-1#" + lsn;
    }
}
