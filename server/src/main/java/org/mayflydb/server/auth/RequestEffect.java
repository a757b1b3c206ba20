package org.mayflydb.server.auth;

import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;

/** Whether a request only reads. What is not surely a read counts as a write. */
public enum RequestEffect {
    READ,
    WRITE;

    public static RequestEffect of(WireRequest request, ResourceAddress address) {
        return switch (request.verb()) {
            case GET, HEAD -> READ;
            case PUT, PATCH, DELETE -> WRITE;
            // A batch or an upsert that calls itself a query as well must not get through as one.
            case POST ->
                address.isFeed()
                                && request.isQuery()
                                && !request.flag(WireHeaders.IS_BATCH)
                                && !request.flag(WireHeaders.IS_UPSERT)
                        ? READ
                        : WRITE;
        };
    }
}
