package org.mayflydb.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.transport.ConnectionClock;
import org.mayflydb.server.transport.ConnectionMemory;
import org.mayflydb.server.transport.Listener;
import org.mayflydb.server.transport.ServerMemory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's connection: hands requests on and writes the answers in the order of the requests.
 * Everything but {@link #answered} runs on the connection's own thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails is reported to exceptionCaught
final class HttpConnection extends ChannelInboundHandlerAdapter implements Listener.Connection {
    private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);

    private static final ByteBuf CONTINUE = Unpooled.unreleasableBuffer(
            Unpooled.directBuffer().writeBytes("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));

    private static final int PIECE_BYTES = 64 << 10;

    private final Channel channel;
    private final Gateway gateway;
    private final ConnectionClock clock;
    private final RequestDecoder decoder;
    private final RequestTarget target;

    /** Requests that are handed on, oldest first. */
    private final ArrayDeque<Exchange> waiting = new ArrayDeque<>(4);

    private final RequestAssembly assembly;
    private final ConnectionMemory memory;
    private boolean ending;
    private boolean draining;

    HttpConnection(Channel channel, Gateway gateway) {
        this.channel = channel;
        this.gateway = gateway;
        this.clock = new ConnectionClock(
                channel,
                this::isWaitingForAnswers,
                gateway.limits().idle(),
                gateway.limits().arrival());
        this.decoder = new RequestDecoder(this, clock, gateway.limits());
        this.memory = new ConnectionMemory(channel, gateway.memory(), clock, decoder::resume);
        this.assembly = new RequestAssembly(this, memory, gateway.limits().bodyBytesMax());
        this.target = new RequestTarget(gateway.defaultHost(), gateway.hosts());
    }

    RequestDecoder decoder() {
        return decoder;
    }

    /** The client speaks TLS. */
    void secure() {
        target.secure();
    }

    boolean isWaitingForAnswers() {
        return !waiting.isEmpty();
    }

    /** Whether no further request is taken, now or later. */
    boolean isEnding() {
        return ending;
    }

    /** Whether no further request is taken for now. */
    boolean isFull() {
        return !ending
                && (waiting.size() >= gateway.limits().pipelinedMax()
                        || !channel.isWritable()
                        || memory.isFull()
                        || (draining && !clock.isArriving()));
    }

    /** Lets requests under way finish; the answer to the last one says that it is. */
    @Override
    public void drain() {
        draining = true;
    }

    @Override
    public void closeIfIdle() {
        if (!ending && waiting.isEmpty() && !clock.isArriving()) {
            ending = true;
            // Closes behind answers that were given but have not left yet.
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        clock.start();
        memory.open();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        clock.stop();
        ending = true;
        assembly.forget();
        for (Exchange exchange : waiting) {
            if (exchange.response() != null) {
                release(exchange);
            }
        }
        waiting.clear();
        memory.close();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (!ending) {
                assembly.add(message);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        context.flush();
        memory.flushed();
        decoder.resume();
    }

    /** What was written has been flushed. */
    void flushed() {
        memory.flushed();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        memory.flushed();
        decoder.resume();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // First of all: without memory a log entry may fail, and nobody must wait for an answer that never comes.
        ending = true;
        context.close();
        if (cause instanceof IOException || cause instanceof DecoderException) {
            LOG.debug("A connection broke.", cause);
        } else {
            LOG.error("A connection is closed because of a failure.", cause);
        }
    }

    /** Asks for the body that a client holds back, but not before all earlier answers. */
    void sendContinue() {
        if (waiting.isEmpty() && assembly.takeContinue()) {
            channel.write(CONTINUE.duplicate(), channel.voidPromise());
        }
    }

    /** A request is whole. */
    void handOn(Exchange exchange, byte[] whole) {
        HttpRequest request = exchange.request();
        WireRequest.Verb verb = exchange.verb();
        String path = RequestTarget.path(request.uri());
        String origin = target.origin(request.headers().get(HttpHeaderNames.HOST));
        if (path == null || origin == null) {
            refuse(exchange, path == null ? Refusal.BAD_TARGET : Refusal.BAD_HOST);
            return;
        }
        if (!target.isKnown(request.uri())) {
            refuse(exchange, Refusal.FOREIGN_HOST);
            return;
        }
        waiting.add(exchange);
        ending = exchange.isLast();
        if (verb == null) {
            exchange.accept(Refusal.METHOD.response());
            return;
        }
        WireRequest wire = new WireRequest(verb, path, exchange, whole, origin, RequestTarget.query(request.uri()));
        if (!wire.mayAnswerMuch()) {
            handle(wire, exchange);
            return;
        }
        memory.reserveAnswer(
                ServerMemory.LARGE_ANSWER_BYTES,
                () -> {
                    exchange.answerBytes(ServerMemory.LARGE_ANSWER_BYTES);
                    handle(wire, exchange);
                },
                () -> exchange.accept(Refusal.BUSY.response()));
    }

    /** What to answer instead of reading the body of a request; null if it is welcome. */
    @Nullable
    WireResponse refusal(Exchange exchange) {
        HttpRequest request = exchange.request();
        WireRequest.Verb verb = exchange.verb();
        String path = RequestTarget.path(request.uri());
        String origin = target.origin(request.headers().get(HttpHeaderNames.HOST));
        if (verb == null || path == null || origin == null || !target.isKnown(request.uri())) {
            // Refused by itself when it is whole, or by its size.
            return null;
        }
        String query = RequestTarget.query(request.uri());
        return gateway.handler().refusal(new WireRequest(verb, path, exchange, RequestBody.NONE, origin, query));
    }

    private void handle(WireRequest request, Exchange exchange) {
        try {
            gateway.handler().handle(request, exchange);
        } catch (Throwable failure) {
            // A handler answers its own failures. This one is a bug, and the client should not wait for its end.
            LOG.error("A request failed.", failure);
            if (exchange.response() == null) {
                exchange.accept(Refusal.FAILED.response());
            }
        }
    }

    /** Answers in the request's turn and takes no more; what the client still sends is thrown away. */
    void refuse(Exchange exchange, Refusal refusal) {
        refuse(exchange, refusal.response());
    }

    void refuse(Exchange exchange, WireResponse refusal) {
        assembly.forget();
        ending = true;
        clock.requestArrived();
        exchange.makeRefused();
        waiting.add(exchange);
        exchange.accept(refusal);
    }

    /** An exchange has its answer; on any thread. */
    void answered(Exchange exchange) {
        if (channel.eventLoop().inEventLoop()) {
            answeredHere(exchange);
            return;
        }
        try {
            channel.eventLoop().execute(exchange);
        } catch (RejectedExecutionException e) {
            LOG.debug("An answer came after the server had stopped.", e);
        } catch (Throwable failure) {
            channel.close();
            LOG.error("A connection is closed because an answer cannot be handed to it.", failure);
        }
    }

    /** An exchange has its answer; on the connection's thread. */
    void answeredHere(Exchange exchange) {
        if (!channel.isActive()) {
            release(exchange);
            return;
        }
        if (exchange.isWritten()) {
            // It left together with one before it.
            return;
        }
        if (exchange != waiting.peek()) {
            // It is held back by those before it, as large as it is.
            WireResponse response = exchange.response();
            long bytes = response == null ? 0 : response.body().length;
            memory.holdAnswers(bytes - exchange.answerBytes());
            exchange.answerBytes(bytes);
            memory.releaseBody(exchange.bodyBytes());
            exchange.bodyBytes(0);
        }
        writeAnswers();
    }

    private void release(Exchange exchange) {
        memory.holdAnswers(-exchange.answerBytes());
        exchange.answerBytes(0);
        memory.releaseBody(exchange.bodyBytes());
        exchange.bodyBytes(0);
    }

    /** Writes what is answered, up to the first request that is not. Closes the connection if that fails. */
    void writeAnswers() {
        try {
            writeAnswered();
        } catch (Throwable failure) {
            ending = true;
            channel.close();
            LOG.error("A connection is closed because an answer cannot be written.", failure);
        }
    }

    private void writeAnswered() {
        boolean wrote = false;
        for (Exchange first = waiting.peek(); first != null; first = waiting.peek()) {
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
            if (!decoder.isDecoding()) {
                clock.active();
                channel.flush();
                memory.flushed();
                decoder.resume();
            }
        }
    }

    private void write(Exchange exchange, WireResponse response) {
        boolean last = exchange.isLast() || (draining && waiting.isEmpty() && !clock.isArriving());
        ResponseEncoder.Connection fate = last ? ResponseEncoder.Connection.CLOSED : exchange.kept();
        exchange.makeWritten();
        memory.written(exchange.answerBytes());
        exchange.answerBytes(0);
        release(exchange);
        boolean large = !exchange.isHead() && response.status() == 200 && response.body().length > 2 * PIECE_BYTES;
        ByteBuf bytes = gateway.encoder().encode(channel.alloc(), response, fate, exchange.isHead() || large);
        if (large) {
            bytes = writeAllButTheEnd(bytes, response.body());
        }
        if (last) {
            ending = true;
            channel.writeAndFlush(bytes)
                    .addListener(exchange.isRefused() ? LingeringClose.LISTENER : ChannelFutureListener.CLOSE);
        } else if (large) {
            channel.write(bytes).addListener(taken -> memory.taken());
        } else {
            channel.write(bytes, channel.voidPromise());
        }
    }

    /**
     * Writes a body piece by piece, so that it can be seen how far a slow client is, and each piece in a buffer of its own,
     * so that what the client has taken is free.
     *
     * @return the last piece
     */
    private ByteBuf writeAllButTheEnd(ByteBuf head, byte[] body) {
        ByteBuf next = head;
        for (int from = 0; from < body.length; from += PIECE_BYTES) {
            channel.write(next, channel.voidPromise());
            int length = Math.min(PIECE_BYTES, body.length - from);
            next = channel.alloc().directBuffer(length).writeBytes(body, from, length);
        }
        return next;
    }
}
