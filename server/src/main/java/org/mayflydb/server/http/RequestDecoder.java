package org.mayflydb.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;
import org.mayflydb.server.transport.BackPressure;
import org.mayflydb.server.transport.ConnectionClock;

/** Finds requests in bytes, but only as many as the connection can take: see {@link BackPressure}. */
final class RequestDecoder extends HttpRequestDecoder {
    /** Parts of a body are copied together anyway; larger ones are fewer. */
    private static final int PART_BYTES_MAX = 64 << 10;

    private final HttpConnection connection;
    private final ConnectionClock clock;
    private final BackPressure backPressure;

    RequestDecoder(HttpConnection connection, HttpLimits limits) {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(limits.requestLineBytesMax())
                .setMaxHeaderSize(limits.headerBytesMax())
                .setMaxChunkSize(PART_BYTES_MAX));
        this.connection = connection;
        this.clock = connection.clock();
        this.backPressure = connection.backPressure();
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

    /** Where such a request ends depends on who reads it, so a proxy in front may have let another one through inside. */
    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
        throw new IllegalArgumentException("a request has both a length and chunks");
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws Exception {
        if (connection.isEnding()) {
            in.skipBytes(in.readableBytes());
            return;
        }
        if (backPressure.stopsReading(context)) {
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
}
