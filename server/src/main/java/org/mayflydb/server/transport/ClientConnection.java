package org.mayflydb.server.transport;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.time.Duration;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's connection, independent of the protocol: how much it may have under way, how it ends, and how requests reach
 * the handler. Everything runs on the connection's own thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails is reported to exceptionCaught
public abstract class ClientConnection extends ChannelInboundHandlerAdapter implements Listener.Connection {
    private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

    private final Channel channel;
    private final RequestHandler handler;
    private final int pendingMax;
    private final ConnectionClock clock;
    private final BackPressure backPressure;
    private final ConnectionMemory memory;
    private boolean ending;
    private boolean draining;

    /**
     * @param pendingMax requests without a response; beyond it the connection is not read
     * @param idle how long a connection may be silent
     * @param arrival how long a request may take to arrive
     */
    @SuppressWarnings("this-escape") // nothing calls back before the channel is registered
    protected ClientConnection(
            Channel channel,
            RequestHandler handler,
            ServerMemory serverMemory,
            int pendingMax,
            Duration idle,
            Duration arrival) {
        this.channel = channel;
        this.handler = handler;
        this.pendingMax = pendingMax;
        this.clock = new ConnectionClock(channel, () -> pending() > 0, idle, arrival, serverMemory::nanoTime);
        this.backPressure = new BackPressure(this::isFull, clock, this::heard, this::flushed);
        this.memory = new ConnectionMemory(channel, serverMemory, clock, backPressure::resume);
    }

    /** Returns the number of requests without a response. */
    protected abstract int pending();

    protected final Channel channel() {
        return channel;
    }

    protected final RequestHandler handler() {
        return handler;
    }

    public final ConnectionClock clock() {
        return clock;
    }

    public final ConnectionMemory memory() {
        return memory;
    }

    public final BackPressure backPressure() {
        return backPressure;
    }

    /** Returns true if the connection takes no further request, now or later. */
    public final boolean isEnding() {
        return ending;
    }

    /** Takes no further requests. */
    protected final void end() {
        ending = true;
    }

    /** Returns true if only requests that have begun to arrive are taken. */
    protected final boolean isDraining() {
        return draining;
    }

    private boolean isFull() {
        return !ending
                && (pending() >= pendingMax
                        || !channel.isWritable()
                        || memory.isFull()
                        || (draining && !clock.isArriving()));
    }

    @Override
    public final void drain() {
        draining = true;
    }

    @Override
    public final void closeIfIdle() {
        if (!ending && pending() == 0 && !isRequestArriving()) {
            end();
            // Closes behind responses that are written but not sent yet.
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    /** Returns true if a request has begun that a stop waits for. */
    protected boolean isRequestArriving() {
        return clock.isArriving();
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        clock.start();
        memory.open();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        clock.stop();
        end();
        memory.close();
    }

    @Override
    public final void channelReadComplete(ChannelHandlerContext context) {
        context.flush();
        flushed();
        backPressure.resume();
    }

    @Override
    public final void channelWritabilityChanged(ChannelHandlerContext context) {
        flushed();
        backPressure.resume();
    }

    private void heard() {
        memory.heard();
    }

    private void flushed() {
        memory.flushed();
    }

    /** Sends what was written, unless the decoder is at work and will do so. */
    protected final void flush() {
        if (!backPressure.isDecoding()) {
            clock.active();
            channel.flush();
            flushed();
            backPressure.resume();
        }
    }

    @Override
    public final void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException || cause instanceof DecoderException) {
            close();
            // Not the message: that of a failed TLS record is a dump of what the client sent, which may be a key.
            LOG.debug("A connection broke: {}", cause.getClass().getName());
        } else {
            close("a failure", cause);
        }
    }

    protected final void close() {
        end();
        channel.close();
    }

    /** Closes first: without memory a log entry may fail, and no client must wait for a response in vain. */
    protected final void close(String reason, Throwable cause) {
        close();
        LOG.error("A connection is closed because of {}", reason, cause);
    }

    /** Passes a request to the handler, as soon as there is memory for its response. */
    protected final void serve(WireRequest request, PendingResponse pending) {
        long bytes = request.answerBytesMax();
        if (bytes == 0) {
            handle(request, pending);
            return;
        }
        Runnable granted = () -> {
            pending.responseBytes(bytes);
            handle(request, pending);
        };
        if (memory.tryReserveAnswer(bytes)) {
            granted.run();
            return;
        }
        // Whoever may not do this neither waits nor makes others wait.
        WireResponse refusal = handler.refusal(request);
        if (refusal == null) {
            memory.awaitAnswer(bytes, granted, () -> pending.accept(Refusal.BUSY.response()));
        } else {
            pending.accept(refusal);
        }
    }

    private void handle(WireRequest request, PendingResponse pending) {
        try {
            handler.handle(request, pending);
        } catch (Throwable failure) {
            // A bug: handlers respond to their own failures. The client must not wait for a response in vain.
            if (pending.response() == null) {
                pending.accept(WireResponse.internalError());
            }
            LOG.error("A request failed", failure);
        }
    }

    /** Returns what was reserved for a request, whose response is not sent. */
    protected final void release(PendingResponse pending) {
        memory.holdAnswers(-pending.responseBytes());
        pending.responseBytes(0);
        releaseBody(pending);
        pending.forget();
    }

    protected final void releaseBody(PendingResponse pending) {
        memory.releaseBody(pending.bodyBytes());
        pending.bodyBytes(0);
    }

    /** Counts what was reserved for a response as written, before it is. The request does not hold it any more. */
    protected final void written(PendingResponse pending) {
        memory.written(pending.responseBytes());
        pending.responseBytes(0);
        releaseBody(pending);
        pending.forget();
    }
}
