package org.mayflydb.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.transport.ClientConnection;
import org.mayflydb.server.transport.Refusal;

/** A client's connection: passes requests on and writes the responses in the order of the requests. */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails is reported to exceptionCaught
final class HttpConnection extends ClientConnection {
    private static final ByteBuf CONTINUE = Unpooled.unreleasableBuffer(
            Unpooled.directBuffer().writeBytes("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));

    private static final int PIECE_BYTES = 64 << 10;

    private final HttpPort port;
    private final RequestDecoder decoder;
    private final RequestTarget target;

    /** Requests that were passed on, oldest first. */
    private final ArrayDeque<HttpExchange> waiting = new ArrayDeque<>(4);

    private final RequestAssembly assembly;

    HttpConnection(Channel channel, HttpPort port) {
        super(
                channel,
                port.handler(),
                port.memory(),
                port.limits().pipelinedMax(),
                port.limits().idle(),
                port.limits().arrival());
        this.port = port;
        this.decoder = new RequestDecoder(this, port.limits());
        this.assembly = new RequestAssembly(this, channel, port.limits().bodyBytesMax());
        this.target = new RequestTarget(port.defaultHost(), port.hosts());
    }

    RequestDecoder decoder() {
        return decoder;
    }

    /** The client speaks TLS. */
    void secure() {
        target.secure();
    }

    @Override
    protected int pending() {
        return waiting.size();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        assembly.forget();
        for (HttpExchange exchange : waiting) {
            if (exchange.response() != null) {
                release(exchange);
            }
        }
        waiting.clear();
        super.channelInactive(context);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (!isEnding()) {
                assembly.add(message);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    /** Asks for the body that a client holds back, but not before all earlier responses. */
    void sendContinue() {
        if (waiting.isEmpty() && assembly.takeContinue()) {
            channel().write(CONTINUE.duplicate(), channel().voidPromise());
        }
    }

    /** A request is complete. */
    void handOn(HttpExchange exchange, byte[] whole) {
        HttpRequest request = exchange.request();
        WireRequest.Verb verb = exchange.verb();
        String path = RequestTarget.path(request.uri());
        String origin = target.origin(request.headers().get(HttpHeaderNames.HOST));
        if (path == null || origin == null) {
            refuse(exchange, path == null ? HttpRefusals.BAD_TARGET : HttpRefusals.BAD_HOST);
            return;
        }
        if (!target.isKnown(request.uri())) {
            refuse(exchange, HttpRefusals.FOREIGN_HOST);
            return;
        }
        waiting.add(exchange);
        if (exchange.isLast()) {
            end();
        }
        if (verb == null) {
            exchange.accept(HttpRefusals.method());
            return;
        }
        serve(
                new WireRequest(
                        verb,
                        path,
                        exchange,
                        whole,
                        origin,
                        RequestTarget.query(request.uri()),
                        channel().remoteAddress()),
                exchange);
    }

    /** Returns the response that replaces reading the body of a request, or null if the body is welcome. */
    @Nullable
    WireResponse refusal(HttpExchange exchange) {
        HttpRequest request = exchange.request();
        WireRequest.Verb verb = exchange.verb();
        String path = RequestTarget.path(request.uri());
        String origin = target.origin(request.headers().get(HttpHeaderNames.HOST));
        if (verb == null || path == null || origin == null || !target.isKnown(request.uri())) {
            // Refused when it is complete, or because of its size.
            return null;
        }
        String query = RequestTarget.query(request.uri());
        return handler()
                .refusal(new WireRequest(
                        verb,
                        path,
                        exchange,
                        WireRequest.NOT_READ,
                        origin,
                        query,
                        channel().remoteAddress()));
    }

    /** Responds in the request's turn and takes no more; what the client still sends is discarded. */
    void refuse(HttpExchange exchange, Refusal refusal) {
        refuse(exchange, refusal.response());
    }

    void refuse(HttpExchange exchange, WireResponse refusal) {
        assembly.forget();
        end();
        clock().requestArrived();
        exchange.makeRefused();
        waiting.add(exchange);
        exchange.accept(refusal);
    }

    /** An exchange has its response. */
    void respond(HttpExchange exchange) {
        if (!channel().isActive()) {
            release(exchange);
            return;
        }
        if (exchange.isWritten()) {
            // It was sent together with one before it.
            return;
        }
        if (exchange != waiting.peek()) {
            hold(exchange);
        }
        try {
            writeResponses();
        } catch (Throwable failure) {
            close("a response that cannot be written", failure);
        }
    }

    /** A response that has to wait for earlier ones occupies its own size. */
    private void hold(HttpExchange exchange) {
        WireResponse response = exchange.response();
        long bytes = response == null ? 0 : response.body().length;
        memory().holdAnswers(bytes - exchange.responseBytes());
        exchange.responseBytes(bytes);
        releaseBody(exchange);
    }

    /** Writes responses up to the first request that has none. */
    private void writeResponses() {
        boolean wrote = false;
        for (HttpExchange first = waiting.peek(); first != null; first = waiting.peek()) {
            WireResponse response = first.response();
            if (response == null) {
                break;
            }
            waiting.remove();
            write(first, response);
            wrote = true;
        }
        if (wrote) {
            sendContinue();
            flush();
        }
    }

    private void write(HttpExchange exchange, WireResponse response) {
        boolean last = exchange.isLast() || (isDraining() && waiting.isEmpty() && !clock().isArriving());
        HttpEncoder.Connection fate = last ? HttpEncoder.Connection.CLOSED : exchange.kept();
        exchange.makeWritten();
        written(exchange);
        boolean large = !exchange.isHead() && response.status() == 200 && response.body().length > 2 * PIECE_BYTES;
        ByteBuf bytes = port.encoder()
                .encode(channel().alloc(), response, fate, exchange.isHead() || large, exchange.durationNanos());
        if (large) {
            bytes = writeAllButTheEnd(bytes, response.body());
        }
        if (last) {
            end();
            channel()
                    .writeAndFlush(bytes)
                    .addListener(exchange.isRefused() ? LingeringClose.LISTENER : ChannelFutureListener.CLOSE);
        } else if (large) {
            channel().write(bytes).addListener(taken -> memory().taken());
        } else {
            channel().write(bytes, channel().voidPromise());
        }
    }

    /**
     * Writes a body piece by piece, so that the progress of a slow client shows, and each piece in a buffer of its own, so
     * that what the client has taken is free.
     *
     * @return the last piece
     */
    private ByteBuf writeAllButTheEnd(ByteBuf head, byte[] body) {
        ByteBuf next = head;
        for (int from = 0; from < body.length; from += PIECE_BYTES) {
            channel().write(next, channel().voidPromise());
            int length = Math.min(PIECE_BYTES, body.length - from);
            next = channel().alloc().directBuffer(length).writeBytes(body, from, length);
        }
        return next;
    }
}
