package org.mayflydb.server.rntbd;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.transport.PendingResponse;

/** A request of a connection and its pending response, which may be sent in any order. */
final class RntbdExchange extends PendingResponse {
    private final RntbdConnection connection;
    private final byte[] activityId;
    private final boolean isWrite;
    private final long transportRequestId;
    private final long receivedNanos = System.nanoTime();

    RntbdExchange(RntbdConnection connection, Channel channel, RequestFrame head, long transportRequestId) {
        super(channel);
        this.connection = connection;
        this.activityId = head.activityId();
        this.isWrite = head.isWrite();
        this.transportRequestId = transportRequestId;
    }

    @Override
    public void run() {
        connection.respond(this);
    }

    ByteBuf encode(ByteBufAllocator allocator, WireResponse response) {
        return RntbdEncoder.encode(
                allocator, response, activityId, transportRequestId, isWrite, System.nanoTime() - receivedNanos);
    }
}
