package org.mayflydb.server.rntbd;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.WireResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A request that waits for its answer: what receives it, and the task that carries it to the connection's thread. */
final class Exchange implements Consumer<WireResponse>, Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private final RntbdConnection connection;
    private final byte[] activityId;
    private final long transportRequestId;
    private final long bodyBytes;

    /** What of the server's memory is reserved for the answer; on the connection's thread. */
    private long answerBytes;

    private final AtomicReference<@Nullable WireResponse> response = new AtomicReference<>();

    /** @param bodyBytes what of the server's memory is reserved for the body */
    Exchange(RntbdConnection connection, byte[] activityId, long transportRequestId, long bodyBytes) {
        this.connection = connection;
        this.bodyBytes = bodyBytes;
        this.activityId = activityId;
        this.transportRequestId = transportRequestId;
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

    boolean isAnswered() {
        return response.get() != null;
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
        connection.write(this);
    }

    ByteBuf encode(ByteBufAllocator allocator) {
        WireResponse answer = response.get();
        return ResponseEncoder.encode(
                allocator, answer == null ? Refusal.FAILED.response() : answer, activityId, transportRequestId);
    }
}
