package org.mayflydb.server.rntbd;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.CorruptedFrameException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.transport.ConnectionClock;

/**
 * Finds messages in bytes, but only as many as the connection can take. The length in front of a head does not count the
 * payload: only the tokens tell whether there is one.
 *
 * <p>While the connection is full, what has arrived stays bytes here, at most one read of them and one message, and the
 * socket is not read.
 */
final class FrameDecoder extends ByteToMessageDecoder {
    /** A client that sends more at once does not mean it; up to here it is told why its request is refused. */
    private static final long SKIPPED_BYTES_MAX = 64 << 20;

    private static final int LENGTH_BYTES = 4;
    private static final byte[] NO_PAYLOAD = new byte[0];

    private final RntbdConnection connection;
    private final ConnectionClock clock;
    private final RntbdLimits limits;

    /** The head of a message whose payload is arriving. */
    private @Nullable RequestFrame head;

    private long skippingBytes;
    private boolean decoding;

    /** Set while the socket is not read because the connection is full. */
    private @Nullable ChannelHandlerContext stopped;

    /**
     * A whole message.
     *
     * @param payload empty if there is none; null if it was too large to be kept
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Message(RequestFrame head, byte @Nullable [] payload) {}

    FrameDecoder(RntbdConnection connection, ConnectionClock clock, RntbdLimits limits) {
        this.connection = connection;
        this.clock = clock;
        this.limits = limits;
    }

    /** Whether messages are just being found, so that what they cause needs no flush and no resumption of its own. */
    boolean isDecoding() {
        return decoding;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
        clock.active();
        decoding = true;
        try {
            super.channelRead(context, message);
        } finally {
            decoding = false;
        }
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (connection.isEnding()) {
            in.skipBytes(in.readableBytes());
            return;
        }
        if (skippingBytes > 0) {
            int skipped = (int) Math.min(skippingBytes, in.readableBytes());
            in.skipBytes(skipped);
            skippingBytes -= skipped;
            if (skippingBytes == 0) {
                clock.requestArrived();
            }
            return;
        }
        if (connection.isFull()) {
            stopped = context;
            context.channel().config().setAutoRead(false);
            return;
        }
        if (!clock.isArriving()) {
            clock.requestBegins();
        }
        Message message = head == null ? readHead(in) : readPayload(head, in);
        if (message != null) {
            head = null;
            if (skippingBytes == 0) {
                clock.requestArrived();
            }
            out.add(message);
        }
    }

    private @Nullable Message readHead(ByteBuf in) {
        if (in.readableBytes() < LENGTH_BYTES) {
            return null;
        }
        long length = in.getUnsignedIntLE(in.readerIndex());
        if (length < RequestFrame.HEAD_BYTES_MIN || length > limits.headBytesMax()) {
            throw new CorruptedFrameException("A head of " + length + " bytes.");
        }
        if (in.readableBytes() < length) {
            return null;
        }
        in.skipBytes(LENGTH_BYTES);
        RequestFrame read = RequestFrame.read(in.readSlice((int) length - LENGTH_BYTES));
        if (!read.hasPayload()) {
            return new Message(read, NO_PAYLOAD);
        }
        head = read;
        return readPayload(read, in);
    }

    private @Nullable Message readPayload(RequestFrame read, ByteBuf in) {
        if (in.readableBytes() < LENGTH_BYTES) {
            return null;
        }
        long length = in.getUnsignedIntLE(in.readerIndex());
        if (length > SKIPPED_BYTES_MAX) {
            throw new CorruptedFrameException("A payload of " + length + " bytes.");
        }
        if (length > limits.payloadBytesMax()) {
            in.skipBytes(LENGTH_BYTES);
            skippingBytes = length;
            return new Message(read, null);
        }
        if (in.readableBytes() < LENGTH_BYTES + length) {
            return null;
        }
        byte[] payload = new byte[(int) length];
        in.skipBytes(LENGTH_BYTES).readBytes(payload);
        return new Message(read, payload);
    }

    /** Goes on with the bytes that were left, then with the socket, if the connection has room again. */
    void resume() {
        ChannelHandlerContext context = stopped;
        if (context == null || decoding || connection.isFull()) {
            return;
        }
        stopped = null;
        clock.resumed();
        try {
            channelRead(context, Unpooled.EMPTY_BUFFER);
        } catch (Exception e) {
            context.fireExceptionCaught(e);
            return;
        }
        if (stopped == null) {
            context.channel().config().setAutoRead(true);
        }
        context.flush();
    }
}
