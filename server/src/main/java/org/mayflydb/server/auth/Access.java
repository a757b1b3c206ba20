package org.mayflydb.server.auth;

import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;

/** Whether a request only reads. What is not surely a read counts as a write. */
public enum Access {
    READ,
    WRITE;

    private static final String QUERY_TYPE = "application/query+json";

    public static Access of(WireRequest request, ResourceAddress address) {
        return switch (request.verb()) {
            case GET, HEAD -> READ;
            case PUT, PATCH, DELETE -> WRITE;
            // A batch or an upsert that calls itself a query as well must not get through as one.
            case POST ->
                address.isFeed()
                                && isQueryOrPlan(request)
                                && !request.flag(WireHeaders.IS_BATCH)
                                && !request.flag(WireHeaders.IS_UPSERT)
                        ? READ
                        : WRITE;
        };
    }

    private static boolean isQueryOrPlan(WireRequest request) {
        String contentType = request.header(WireHeaders.CONTENT_TYPE);
        return request.flag(WireHeaders.IS_QUERY)
                || request.flag(WireHeaders.IS_QUERY_PLAN)
                || (contentType != null && contentType.regionMatches(true, 0, QUERY_TYPE, 0, QUERY_TYPE.length()));
    }
}
