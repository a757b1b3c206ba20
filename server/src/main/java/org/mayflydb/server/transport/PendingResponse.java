package org.mayflydb.server.transport;

import io.netty.channel.Channel;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.WireResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request that has no response yet. Any thread may supply the response; {@link #run} then writes it on the connection's
 * thread. Receiver and task are one object, because every request needs both.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close
public abstract class PendingResponse implements Consumer<WireResponse>, Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(PendingResponse.class);

    /** In place of a response that was written. */
    private static final WireResponse WRITTEN = new WireResponse(200);

    private final Channel channel;
    private final AtomicReference<@Nullable WireResponse> response = new AtomicReference<>();

    /** Parts of the server's memory that are reserved for the response and for the body; on the connection's thread. */
    private long responseBytes;

    private long bodyBytes;

    protected PendingResponse(Channel channel) {
        this.channel = channel;
    }

    /** Takes the response, on any thread. Only the first one is sent. */
    @Override
    public final void accept(WireResponse first) {
        if (response.compareAndSet(null, first)) {
            deliver();
        } else {
            LOG.warn("A request has two responses; the one with status {} is dropped", first.status());
        }
    }

    /** Returns the response, or null while there is none. */
    public final @Nullable WireResponse response() {
        return response.get();
    }

    /** Lets go of the response: it was written, or nobody waits for it. Others may refer to the request for longer. */
    final void forget() {
        response.lazySet(WRITTEN);
    }

    public final long responseBytes() {
        return responseBytes;
    }

    public final void responseBytes(long bytes) {
        responseBytes = bytes;
    }

    public final long bodyBytes() {
        return bodyBytes;
    }

    public final void bodyBytes(long bytes) {
        bodyBytes = bytes;
    }

    private void deliver() {
        if (channel.eventLoop().inEventLoop()) {
            run();
            return;
        }
        try {
            channel.eventLoop().execute(this);
        } catch (RejectedExecutionException stopped) {
            LOG.debug("A response came after the server had stopped", stopped);
        } catch (Throwable failure) {
            // First of all: without memory a log entry may fail, and no client must wait for a response in vain.
            channel.close();
            LOG.error("A connection is closed because a response cannot be handed to it", failure);
        }
    }
}
