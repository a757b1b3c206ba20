package org.mayflydb.server.http;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.transport.Refusal;

/** The refusals that only HTTP has. */
final class HttpRefusals {
    static final Refusal MALFORMED = badRequest("The request is not valid HTTP/1.1.");
    static final Refusal LINE_TOO_LONG = badRequest("The request line is longer than the server accepts.");
    static final Refusal HEADERS_TOO_LARGE = badRequest("The request headers are larger than the server accepts.");
    static final Refusal BAD_HOST = badRequest("The Host header is not a host and a port.");
    static final Refusal BAD_TARGET = badRequest(
            "The request path must be percent-encoded and contain no control characters outside the id of an item.");
    static final Refusal FOREIGN_HOST = new Refusal(
            403,
            "Forbidden",
            "This server accepts the well-known key, and is therefore not served under a host name that it does not know:"
                    + " a web page could use that. Name the host with --advertise, use an IP address or localhost, or"
                    + " give the server a key of its own with --key.");

    private static final Refusal METHOD =
            new Refusal(405, "MethodNotAllowed", "The method is not one of GET, HEAD, POST, PUT, PATCH and DELETE.");

    private HttpRefusals() {}

    private static Refusal badRequest(String message) {
        return new Refusal(400, "BadRequest", message);
    }

    /** Why a decoder gave up. */
    static Refusal of(Throwable cause) {
        if (cause instanceof TooLongHttpLineException) {
            return LINE_TOO_LONG;
        }
        return cause instanceof TooLongHttpHeaderException ? HEADERS_TOO_LARGE : MALFORMED;
    }

    static WireResponse method() {
        return METHOD.response().header("allow", "GET, HEAD, POST, PUT, PATCH, DELETE");
    }
}
