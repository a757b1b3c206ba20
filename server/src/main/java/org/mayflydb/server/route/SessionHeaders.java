package org.mayflydb.server.route;

import org.mayflydb.base.RecentValues;
import org.mayflydb.server.protocol.SessionToken;
import org.mayflydb.server.protocol.SharedHeaders;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;

/** The LSN of a partition when it served a request; clients send it back to read no older state. */
final class SessionHeaders {
    /** While a partition is only read, every response has the same. */
    private static final RecentValues<State, SharedHeaders> OF_STATES =
            RecentValues.byEquality(state -> Long.hashCode(31 * state.lsn + state.rangeId), SessionHeaders::headers);

    private record State(int rangeId, long lsn) {}

    private SessionHeaders() {}

    static WireResponse add(WireResponse response, int rangeId, long lsn) {
        return response.headers(OF_STATES.of(new State(rangeId, lsn)));
    }

    private static SharedHeaders headers(State state) {
        return SharedHeaders.of(
                WireHeaders.SESSION_TOKEN,
                SessionToken.of(state.rangeId, state.lsn),
                WireHeaders.PARTITION_KEY_RANGE_ID,
                Integer.toString(state.rangeId),
                WireHeaders.LSN,
                Long.toString(state.lsn));
    }
}
