package org.mayflydb.server.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request of a connection and the place of its answer. It is the request's source of headers, the receiver of the
 * answer and the task that carries it to the connection's thread, so that a request costs one object and not four.
 */
final class Exchange implements WireRequest.HeaderSource, Consumer<WireResponse>, Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private final HttpConnection connection;
    private final HttpRequest request;
    private final AtomicReference<@Nullable WireResponse> response = new AtomicReference<>();
    private boolean last;
    private boolean refused;

    private boolean written;

    /** What of the server's memory is reserved for the answer, and for the body; on the connection's thread. */
    private long answerBytes;

    private long bodyBytes;

    Exchange(HttpConnection connection, HttpRequest request) {
        this.connection = connection;
        this.request = request;
        // Nearly no request has the header, and looking into its values is the more costly part.
        String wish = request.headers().get(HttpHeaderNames.CONNECTION);
        this.last = wish == null ? !request.protocolVersion().isKeepAliveDefault() : !HttpUtil.isKeepAlive(request);
    }

    HttpRequest request() {
        return request;
    }

    /** The method, null if it is not one that is served. */
    WireRequest.@Nullable Verb verb() {
        return switch (request.method().name()) {
            case "GET" -> WireRequest.Verb.GET;
            case "POST" -> WireRequest.Verb.POST;
            case "PUT" -> WireRequest.Verb.PUT;
            case "PATCH" -> WireRequest.Verb.PATCH;
            case "DELETE" -> WireRequest.Verb.DELETE;
            case "HEAD" -> WireRequest.Verb.HEAD;
            default -> null;
        };
    }

    boolean isHead() {
        return HttpMethod.HEAD.equals(request.method());
    }

    /** Whether the connection is closed after this answer. */
    boolean isLast() {
        return last;
    }

    /** Whether the client may still be sending when it is answered. */
    boolean isRefused() {
        return refused;
    }

    void makeRefused() {
        refused = true;
        last = true;
    }

    /** Whether the answer has been handed to the channel; on the connection's thread. */
    boolean isWritten() {
        return written;
    }

    void makeWritten() {
        written = true;
    }

    long answerBytes() {
        return answerBytes;
    }

    void answerBytes(long bytes) {
        answerBytes = bytes;
    }

    long bodyBytes() {
        return bodyBytes;
    }

    void bodyBytes(long bytes) {
        bodyBytes = bytes;
    }

    ResponseEncoder.Connection kept() {
        return HttpVersion.HTTP_1_1.equals(request.protocolVersion())
                ? ResponseEncoder.Connection.KEPT
                : ResponseEncoder.Connection.KEPT_ON_REQUEST;
    }

    /** The answer, null while there is none. */
    @Nullable
    WireResponse response() {
        return response.get();
    }

    @Override
    public @Nullable String get(String name) {
        return request.headers().get(name);
    }

    /** Takes the answer, on any thread. The first one counts. */
    @Override
    public void accept(WireResponse answer) {
        if (response.compareAndSet(null, answer)) {
            connection.answered(this);
        } else {
            LOG.warn("A request was answered twice; the answer {} is dropped.", answer.status());
        }
    }

    @Override
    public void run() {
        connection.answeredHere(this);
    }
}
