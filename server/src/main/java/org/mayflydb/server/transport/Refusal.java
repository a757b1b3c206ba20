package org.mayflydb.server.transport;

import java.nio.charset.StandardCharsets;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;

/**
 * A response that a transport sends without asking the handler. The texts are constant, so nothing of a hostile request is
 * echoed.
 */
public record Refusal(int status, String code, String message) {
    public static final Refusal BODY_TOO_LARGE =
            new Refusal(413, "RequestEntityTooLarge", "The request body is larger than the server accepts.");

    public static final Refusal BUSY =
            new Refusal(429, "TooManyRequests", "The server has no memory left for this request. Try again later.");

    private static final String BUSY_SUB_STATUS = "3092";
    private static final String BUSY_RETRY_MILLIS = "1000";

    public WireResponse response() {
        WireResponse response = new WireResponse(status)
                .body(("{\"code\":\"" + code + "\",\"message\":\"" + message + "\"}").getBytes(StandardCharsets.UTF_8));
        return equals(BUSY)
                ? response.header(WireHeaders.RETRY_AFTER_MS, BUSY_RETRY_MILLIS)
                        .header(WireHeaders.SUB_STATUS, BUSY_SUB_STATUS)
                : response;
    }
}
