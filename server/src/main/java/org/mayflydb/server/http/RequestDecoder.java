package org.mayflydb.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.transport.ConnectionClock;

/**
 * Finds requests in bytes, but only as many as the connection can take.
 *
 * <p>One read from a socket may contain thousands of small requests. While the connection is full they stay bytes here,
 * at most one read of them, and the socket is not read.
 */
final class RequestDecoder extends HttpRequestDecoder {
    /** Parts of a body are copied together anyway; larger ones are fewer. */
    private static final int PART_BYTES_MAX = 64 << 10;

    private final HttpConnection connection;
    private final ConnectionClock clock;
    private boolean decoding;

    /** Set while the socket is not read because the connection is full. */
    private @Nullable ChannelHandlerContext stopped;

    RequestDecoder(HttpConnection connection, ConnectionClock clock, HttpLimits limits) {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(limits.requestLineBytesMax())
                .setMaxHeaderSize(limits.headerBytesMax())
                .setMaxChunkSize(PART_BYTES_MAX));
        this.connection = connection;
        this.clock = clock;
    }

    /** Whether requests are just being found, so that what they cause needs no flush and no resumption of its own. */
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
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws Exception {
        if (connection.isEnding()) {
            in.skipBytes(in.readableBytes());
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
        super.decode(context, in, out);
        if (!out.isEmpty() && out.get(out.size() - 1) instanceof LastHttpContent) {
            clock.requestArrived();
        }
    }

    /**
     * Continues with the bytes that were left, then with the socket, if the connection has room again. Answers that were
     * given at once count as unwritten until they are flushed, so there may be room again after that.
     */
    void resume() {
        while (stopped != null && !decoding && !connection.isFull()) {
            ChannelHandlerContext context = stopped;
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
            connection.flushed();
        }
    }
}
