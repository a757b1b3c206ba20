package org.mayflydb.server.rntbd;

import java.nio.charset.StandardCharsets;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;

/** What the transport answers by itself. The texts are constant, so nothing of a hostile request is echoed. */
enum Refusal {
    UNKNOWN_OPERATION(
            405, "MethodNotAllowed", "This operation on this kind of resource is not one that clients ask for."),
    PAYLOAD_TOO_LARGE(413, "RequestEntityTooLarge", "The request body is larger than the server accepts."),
    BUSY(429, "TooManyRequests", "The server has no memory left for this request. Try again later."),
    FAILED(500, "InternalServerError", "The server failed to answer; its log says why.");

    private static final String BUSY_SUB_STATUS = "3092";

    private final int status;
    private final String body;

    Refusal(int status, String code, String message) {
        this.status = status;
        this.body = "{\"code\":\"" + code + "\",\"message\":\"" + message + "\"}";
    }

    WireResponse response() {
        return new WireResponse(status)
                .header(WireHeaders.RETRY_AFTER_MS, this == BUSY ? "1000" : null)
                .header(WireHeaders.SUB_STATUS, this == BUSY ? BUSY_SUB_STATUS : null)
                .body(body.getBytes(StandardCharsets.UTF_8));
    }
}
