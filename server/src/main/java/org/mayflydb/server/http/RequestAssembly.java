package org.mayflydb.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.transport.ConnectionMemory;
import org.mayflydb.server.transport.Refusal;
import org.mayflydb.server.transport.ServerMemory;

/** Puts the requests of a connection together from their parts, or refuses them. */
final class RequestAssembly {
    private final HttpConnection connection;
    private final Channel channel;
    private final ConnectionMemory memory;
    private final int bodyBytesMax;

    /** The request whose body is arriving. */
    private @Nullable HttpExchange current;

    private @Nullable RequestBody body;
    private boolean continueOwed;

    RequestAssembly(HttpConnection connection, Channel channel, int bodyBytesMax) {
        this.connection = connection;
        this.channel = channel;
        this.memory = connection.memory();
        this.bodyBytesMax = bodyBytesMax;
    }

    /** Takes the next part: a head, or some of a body. The caller keeps it. */
    void add(Object part) {
        if (part instanceof HttpRequest request) {
            begin(request);
        }
        if (part instanceof HttpContent content && current != null) {
            add(current, content);
        }
    }

    /** Drops what has arrived. */
    void forget() {
        if (current != null) {
            memory.releaseBody(current.bodyBytes());
            current.bodyBytes(0);
        }
        current = null;
        body = null;
        continueOwed = false;
    }

    /** Whether a client waits to be asked for a body; true once. */
    boolean takeContinue() {
        boolean owed = continueOwed;
        continueOwed = false;
        return owed;
    }

    private void begin(HttpRequest request) {
        HttpExchange exchange = new HttpExchange(connection, channel, request);
        if (request.decoderResult().isFailure()) {
            connection.refuse(exchange, HttpRefusals.of(request.decoderResult().cause()));
            return;
        }
        if (isAmbiguous(request.headers())) {
            connection.refuse(exchange, HttpRefusals.MALFORMED);
            return;
        }
        // The decoder has checked that it is a number.
        String announced = request.headers().get(HttpHeaderNames.CONTENT_LENGTH);
        long bytes = announced == null ? 0 : Long.parseLong(announced);
        if (bytes > bodyBytesMax) {
            connection.refuse(exchange, Refusal.BODY_TOO_LARGE);
            return;
        }
        // Without a length a body may be as large as any.
        long most = announced == null && HttpUtil.isTransferEncodingChunked(request) ? bodyBytesMax : bytes;
        if (most > ServerMemory.LARGE_BODY_BYTES) {
            WireResponse refusal = connection.refusal(exchange);
            if (refusal != null) {
                connection.refuse(exchange, refusal);
                return;
            }
        }
        current = exchange;
        if (most <= ServerMemory.SMALL_BODY_BYTES) {
            expectBody(exchange, bytes);
            return;
        }
        memory.reserveBody(
                most,
                () -> {
                    exchange.bodyBytes(most);
                    expectBody(exchange, bytes);
                },
                () -> connection.refuse(exchange, Refusal.BUSY));
    }

    /** Returns true if a proxy in front may have understood the request differently. */
    private static boolean isAmbiguous(HttpHeaders headers) {
        if (headers.contains(HttpHeaderNames.TRANSFER_ENCODING)) {
            List<String> codings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
            if (codings.size() != 1 || !codings.get(0).equalsIgnoreCase("chunked")) {
                return true;
            }
        }
        Iterator<? extends CharSequence> hosts = headers.valueCharSequenceIterator(HttpHeaderNames.HOST);
        if (hosts.hasNext()) {
            hosts.next();
        }
        return hosts.hasNext();
    }

    private void expectBody(HttpExchange exchange, long announcedBytes) {
        HttpRequest request = exchange.request();
        body = announcedBytes == 0 ? null : new RequestBody(announcedBytes);
        continueOwed = request.headers().contains(HttpHeaderNames.EXPECT) && HttpUtil.is100ContinueExpected(request);
        connection.sendContinue();
    }

    private void add(HttpExchange exchange, HttpContent content) {
        if (content.decoderResult().isFailure()) {
            connection.refuse(exchange, HttpRefusals.MALFORMED);
            return;
        }
        ByteBuf bytes = content.content();
        if (bytes.isReadable()) {
            RequestBody kept = body == null ? new RequestBody(0) : body;
            if (kept.length() + bytes.readableBytes() > bodyBytesMax) {
                connection.refuse(exchange, Refusal.BODY_TOO_LARGE);
                return;
            }
            kept.add(bytes);
            body = kept;
        }
        if (content instanceof LastHttpContent) {
            byte[] whole = body == null ? RequestBody.NONE : body.whole();
            long bodyBytes = exchange.bodyBytes();
            if (bodyBytes > whole.length) {
                memory.releaseBody(bodyBytes - whole.length);
                exchange.bodyBytes(whole.length);
            }
            // It keeps what it has of the memory until it is answered.
            current = null;
            forget();
            connection.handOn(exchange, whole);
        }
    }
}
