package org.mayflydb.server.http;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.nio.charset.StandardCharsets;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;

/** What the transport answers by itself. The texts are constant, so nothing of a hostile request is echoed. */
enum Refusal {
    MALFORMED(400, "BadRequest", "The request is not valid HTTP/1.1."),
    LINE_TOO_LONG(400, "BadRequest", "The request line is longer than the server accepts."),
    HEADERS_TOO_LARGE(400, "BadRequest", "The request headers are larger than the server accepts."),
    BAD_HOST(400, "BadRequest", "The Host header is not a host and a port."),
    FOREIGN_HOST(
            403,
            "Forbidden",
            "This server accepts the well-known key, and is therefore not served under a host name that it does not know:"
                    + " a web page could use that. Name the host with --advertise, use an IP address or localhost, or"
                    + " give the server a key of its own with --key."),
    BAD_TARGET(400, "BadRequest", "The request path must be percent-encoded."),
    METHOD(405, "MethodNotAllowed", "The method is not one of GET, HEAD, POST, PUT, PATCH and DELETE."),
    BODY_TOO_LARGE(413, "RequestEntityTooLarge", "The request body is larger than the server accepts."),
    BUSY(429, "TooManyRequests", "The server has no memory left for this request. Try again later."),
    FAILED(500, "InternalServerError", "The server failed to answer; its log says why.");

    private static final String BUSY_SUB_STATUS = "3092";

    private final int status;
    private final String body;

    Refusal(int status, String code, String message) {
        this.status = status;
        this.body = "{\"code\":\"" + code + "\",\"message\":\"" + message + "\"}";
    }

    /** Why a decoder gave up. */
    static Refusal of(Throwable cause) {
        if (cause instanceof TooLongHttpLineException) {
            return LINE_TOO_LONG;
        }
        return cause instanceof TooLongHttpHeaderException ? HEADERS_TOO_LARGE : MALFORMED;
    }

    WireResponse response() {
        return new WireResponse(status)
                .header(WireHeaders.RETRY_AFTER_MS, this == BUSY ? "1000" : null)
                .header(WireHeaders.SUB_STATUS, this == BUSY ? BUSY_SUB_STATUS : null)
                .header("allow", this == METHOD ? "GET, HEAD, POST, PUT, PATCH, DELETE" : null)
                .body(body.getBytes(StandardCharsets.UTF_8));
    }
}
