package org.mayflydb.server.rntbd;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.CorruptedFrameException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.transport.BackPressure;
import org.mayflydb.server.transport.ConnectionClock;
import org.mayflydb.server.transport.Refusal;
import org.mayflydb.server.transport.ServerMemory;

/**
 * Finds messages in bytes, but only as many as the connection can take: see {@link BackPressure}. The length in front of a
 * head does not count the payload: only the tokens tell whether there is one.
 */
final class FrameDecoder extends ByteToMessageDecoder {
    /** A client that sends more at once does not mean it; up to here it is told why its request is refused. */
    private static final long SKIPPED_BYTES_MAX = 64 << 20;

    private static final int LENGTH_BYTES = 4;
    private static final byte[] NO_PAYLOAD = new byte[0];

    private final RntbdConnection connection;
    private final ConnectionClock clock;
    private final BackPressure backPressure;
    private final RntbdLimits limits;

    /** The head of a message whose payload is arriving. */
    private @Nullable RequestFrame head;

    /** Set if there was no memory for the payload. */
    private @Nullable WireResponse refused;

    private long skippingBytes;

    /** What of the server's memory is reserved for the payload that is arriving. */
    private long reservedBytes;

    /**
     * A whole message.
     *
     * @param payload empty if there is none; null if it was not worth keeping
     * @param refusal what to answer then; null if it was too large
     * @param reservedBytes what of the server's memory is reserved for the payload
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Message(
            RequestFrame head,
            byte @Nullable [] payload,
            @Nullable WireResponse refusal,
            long reservedBytes) {}

    FrameDecoder(RntbdConnection connection, RntbdLimits limits) {
        this.connection = connection;
        this.clock = connection.clock();
        this.backPressure = connection.backPressure();
        this.limits = limits;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
        backPressure.decodingBegins(message instanceof ByteBuf bytes ? bytes.readableBytes() : 0);
        try {
            super.channelRead(context, message);
        } finally {
            backPressure.decodingEnds();
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
        if (backPressure.stopsReading(context)) {
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
            return new Message(read, NO_PAYLOAD, null, 0);
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
            return skip(read, length, null, in);
        }
        if (length > ServerMemory.SMALL_BODY_BYTES && reservedBytes == 0) {
            WireResponse refusal = length > ServerMemory.LARGE_BODY_BYTES ? connection.refusal(read) : null;
            if (refusal != null) {
                return skip(read, length, refusal, in);
            }
            connection
                    .memory()
                    .reserveBody(length, () -> reservedBytes = length, () -> refused = Refusal.BUSY.response());
        }
        if (refused != null) {
            WireResponse refusal = refused;
            refused = null;
            return skip(read, length, refusal, in);
        }
        boolean waits = length > ServerMemory.SMALL_BODY_BYTES && reservedBytes == 0;
        if (waits || in.readableBytes() < LENGTH_BYTES + length) {
            return null;
        }
        byte[] payload = new byte[(int) length];
        in.skipBytes(LENGTH_BYTES).readBytes(payload);
        long reserved = reservedBytes;
        reservedBytes = 0;
        return new Message(read, payload, null, reserved);
    }

    /** A payload that is thrown away while it arrives. */
    private Message skip(RequestFrame read, long length, @Nullable WireResponse refusal, ByteBuf in) {
        in.skipBytes(LENGTH_BYTES);
        skippingBytes = length;
        return new Message(read, null, refusal, 0);
    }

    /** Gives back what is reserved for a payload that will not come any more. */
    void forget() {
        connection.memory().releaseBody(reservedBytes);
        reservedBytes = 0;
    }
}
