package org.mayflydb.server.http;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.transport.PendingResponse;

/** A request of a connection and its pending response. It is also the source of the request's headers. */
final class HttpExchange extends PendingResponse implements WireRequest.HeaderSource {
    /**
     * Netty computes the hash of a string at every lookup, but keeps that of these. No more than the server has names for:
     * clients cannot add any.
     */
    private static final ConcurrentMap<String, AsciiString> NAMES = new ConcurrentHashMap<>();

    private final HttpConnection connection;
    private final HttpRequest request;
    private final long receivedNanos = System.nanoTime();
    private boolean last;
    private boolean refused;
    private boolean written;

    HttpExchange(HttpConnection connection, Channel channel, HttpRequest request) {
        super(channel);
        this.connection = connection;
        this.request = request;
        // Nearly no request has the header, and looking into its values is the more costly part.
        String wish = request.headers().get(HttpHeaderNames.CONNECTION);
        this.last = wish == null ? !request.protocolVersion().isKeepAliveDefault() : !HttpUtil.isKeepAlive(request);
    }

    HttpRequest request() {
        return request;
    }

    /** Returns the method, or null if the server does not support it. */
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

    /** Returns how long the request has taken until now. */
    long durationNanos() {
        return System.nanoTime() - receivedNanos;
    }

    boolean isHead() {
        return HttpMethod.HEAD.equals(request.method());
    }

    /** Returns true if the connection is closed after this response. */
    boolean isLast() {
        return last;
    }

    /** Returns true if the client may still be sending when it gets the response. */
    boolean isRefused() {
        return refused;
    }

    void makeRefused() {
        refused = true;
        last = true;
    }

    /** Returns true if the response was passed to the channel; on the connection's thread. */
    boolean isWritten() {
        return written;
    }

    void makeWritten() {
        written = true;
    }

    HttpEncoder.Connection kept() {
        return HttpVersion.HTTP_1_1.equals(request.protocolVersion())
                ? HttpEncoder.Connection.KEPT
                : HttpEncoder.Connection.KEPT_ON_REQUEST;
    }

    @Override
    public @Nullable String get(String name) {
        return request.headers().get(hashed(name));
    }

    @Override
    public void each(BiConsumer<String, String> visitor) {
        request.headers().forEach(header -> visitor.accept(header.getKey(), header.getValue()));
    }

    private static AsciiString hashed(String name) {
        AsciiString known = NAMES.get(name);
        return known == null ? NAMES.computeIfAbsent(name, AsciiString::new) : known;
    }

    @Override
    public void run() {
        connection.respond(this);
    }
}
