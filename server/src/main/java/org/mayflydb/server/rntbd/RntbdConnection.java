package org.mayflydb.server.rntbd;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.transport.ConnectionClock;
import org.mayflydb.server.transport.ConnectionMemory;
import org.mayflydb.server.transport.Listener;
import org.mayflydb.server.transport.ServerMemory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's connection: hands requests on and writes each answer when it is there. Everything but {@link #answered} runs
 * on the connection's own thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails is reported to exceptionCaught
final class RntbdConnection extends ChannelInboundHandlerAdapter implements Listener.Connection {
    private static final Logger LOG = LoggerFactory.getLogger(RntbdConnection.class);

    private final Channel channel;
    private final RequestHandler handler;
    private final RntbdLimits limits;
    private final String origin;
    private final ConnectionClock clock;
    private final FrameDecoder decoder;
    private final ConnectionMemory memory;

    /** As the client said; null until it has. */
    private @Nullable String clientVersion;

    private int inFlight;
    private boolean ending;
    private boolean draining;

    /** @param origin of the requests */
    RntbdConnection(
            Channel channel, RequestHandler handler, RntbdLimits limits, String origin, ServerMemory serverMemory) {
        this.channel = channel;
        this.handler = handler;
        this.limits = limits;
        this.origin = origin;
        this.clock = new ConnectionClock(channel, () -> inFlight > 0, limits.idle(), limits.arrival());
        this.decoder = new FrameDecoder(this, clock, limits);
        this.memory = new ConnectionMemory(channel, serverMemory, clock, decoder::resume);
    }

    FrameDecoder decoder() {
        return decoder;
    }

    /** Whether no further message is taken, now or later. */
    boolean isEnding() {
        return ending;
    }

    /** Whether no further message is taken for now. */
    boolean isFull() {
        return !ending
                && (inFlight >= limits.inFlightMax()
                        || !channel.isWritable()
                        || memory.isFull()
                        || (draining && !clock.isArriving()));
    }

    @Override
    public void drain() {
        draining = true;
    }

    @Override
    public void closeIfIdle() {
        if (!ending && inFlight == 0 && (clientVersion == null || !clock.isArriving())) {
            ending = true;
            // Closes behind answers that were given but have not left yet.
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    /** The context is waited for no longer than any message. */
    @Override
    public void channelActive(ChannelHandlerContext context) {
        clock.requestBegins();
        clock.start();
        memory.open();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        clock.stop();
        ending = true;
        decoder.forget();
        memory.close();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!ending && message instanceof FrameDecoder.Message whole) {
            if (clientVersion == null) {
                begin(whole.head());
            } else {
                handOn(whole, clientVersion);
            }
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

    private void begin(RequestFrame head) {
        if (!head.isContext()) {
            LOG.debug("A connection does not begin with a context.");
            close();
            return;
        }
        String version = Context.clientVersion(head);
        clientVersion = version;
        var answer = channel.writeAndFlush(Context.answer(channel.alloc(), head, version));
        if (version == null) {
            ending = true;
            answer.addListener(ChannelFutureListener.CLOSE);
        } else if (draining) {
            closeIfIdle();
        }
    }

    private void handOn(FrameDecoder.Message message, String version) {
        RequestFrame head = message.head();
        long id = head.transportRequestId();
        if (head.isContext() || id < 0 || id > 0xFFFF_FFFFL) {
            LOG.debug("A request cannot be answered: it has no number.");
            close();
            return;
        }
        inFlight++;
        Exchange exchange = new Exchange(this, head.activityId(), id, message.reservedBytes());
        byte[] payload = message.payload();
        WireRequest request = request(head, payload == null ? new byte[0] : payload, version);
        if (request == null) {
            exchange.accept(Refusal.UNKNOWN_OPERATION.response());
        } else if (payload == null) {
            WireResponse refusal = message.refusal();
            exchange.accept(refusal == null ? Refusal.PAYLOAD_TOO_LARGE.response() : refusal);
        } else if (request.mayAnswerMuch()) {
            memory.reserveAnswer(
                    ServerMemory.LARGE_ANSWER_BYTES,
                    () -> {
                        exchange.answerBytes(ServerMemory.LARGE_ANSWER_BYTES);
                        handle(request, exchange);
                    },
                    () -> exchange.accept(Refusal.BUSY.response()));
        } else {
            handle(request, exchange);
        }
    }

    private @Nullable WireRequest request(RequestFrame head, byte[] payload, String version) {
        Operation operation = Operation.of(head.operationType());
        String path =
                operation == null ? null : ResourcePath.of(head.resourceType(), operation.isOfList(), head.tokens());
        if (operation == null || path == null) {
            return null;
        }
        RequestHeaders headers = new RequestHeaders(head.tokens(), operation, head.activityId(), version);
        return new WireRequest(operation.verb(), path, headers, payload, origin);
    }

    ConnectionMemory memory() {
        return memory;
    }

    /** What to answer instead of reading the payload of a request; null if it is welcome. */
    @Nullable
    WireResponse refusal(RequestFrame head) {
        String version = clientVersion;
        WireRequest request = version == null ? null : request(head, new byte[0], version);
        return request == null ? null : handler.refusal(request);
    }

    private void handle(WireRequest request, Exchange exchange) {
        try {
            handler.handle(request, exchange);
        } catch (Throwable failure) {
            // A handler answers its own failures. This one is a bug, and the client should not wait for its end.
            LOG.error("A request failed.", failure);
            if (!exchange.isAnswered()) {
                exchange.accept(Refusal.FAILED.response());
            }
        }
    }

    /** An exchange has its answer; on any thread. */
    void answered(Exchange exchange) {
        if (channel.eventLoop().inEventLoop()) {
            write(exchange);
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

    /** Writes an answer. Closes the connection if that fails. */
    void write(Exchange exchange) {
        try {
            writeAnswer(exchange);
        } catch (Throwable failure) {
            close();
            LOG.error("A connection is closed because an answer cannot be written.", failure);
        }
    }

    private void writeAnswer(Exchange exchange) {
        inFlight--;
        memory.releaseBody(exchange.bodyBytes());
        if (!channel.isActive()) {
            memory.holdAnswers(-exchange.answerBytes());
            return;
        }
        memory.written(exchange.answerBytes());
        ByteBuf bytes = exchange.encode(channel.alloc());
        if (bytes.readableBytes() > ServerMemory.LARGE_BODY_BYTES) {
            channel.write(bytes).addListener(taken -> memory.taken());
        } else {
            channel.write(bytes, channel.voidPromise());
        }
        if (!decoder.isDecoding()) {
            clock.active();
            channel.flush();
            memory.flushed();
            decoder.resume();
        }
        if (draining) {
            closeIfIdle();
        }
    }

    private void close() {
        ending = true;
        channel.close();
    }
}
