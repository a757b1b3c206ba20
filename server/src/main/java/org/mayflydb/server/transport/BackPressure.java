package org.mayflydb.server.transport;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandler;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Stops reading a socket while its connection can take no further request, and resumes afterwards. Used by the decoder of a
 * connection, on the connection's thread.
 *
 * <p>One read from a socket may contain thousands of small requests. While the connection is full they stay bytes in the
 * decoder, at most one read of them.
 */
public final class BackPressure {
    private final BooleanSupplier full;
    private final ConnectionClock clock;
    private final Runnable heard;
    private final Runnable flushed;
    private boolean decoding;

    /** The context of the decoder while the socket is not read. */
    private @Nullable ChannelHandlerContext stopped;

    /**
     * @param full whether the connection can take no further request for now
     * @param heard called when the client has sent something, before it is decoded
     * @param flushed called after each flush
     */
    BackPressure(BooleanSupplier full, ConnectionClock clock, Runnable heard, Runnable flushed) {
        this.full = full;
        this.clock = clock;
        this.heard = heard;
        this.flushed = flushed;
    }

    /** Returns true while the decoder is at work: it flushes and resumes when it has finished. */
    public boolean isDecoding() {
        return decoding;
    }

    /** The decoder begins to work on a read of so many bytes. */
    public void decodingBegins(int bytes) {
        clock.came(bytes);
        if (bytes > 0) {
            heard.run();
        }
        decoding = true;
    }

    public void decodingEnds() {
        decoding = false;
    }

    /** Returns true if the connection is full, and then reads nothing from the socket until {@link #resume}. */
    public boolean stopsReading(ChannelHandlerContext decoder) {
        if (!full.getAsBoolean()) {
            return false;
        }
        stopped = decoder;
        decoder.channel().config().setAutoRead(false);
        return true;
    }

    /**
     * Continues with the bytes that are left in the decoder, then with the socket, if the connection has room again.
     * Responses that were given immediately count as unwritten until they are flushed, so there may be room again after
     * that.
     */
    public void resume() {
        while (stopped != null && !decoding && !full.getAsBoolean()) {
            ChannelHandlerContext decoder = stopped;
            stopped = null;
            clock.resumed();
            try {
                ((ChannelInboundHandler) decoder.handler()).channelRead(decoder, Unpooled.EMPTY_BUFFER);
            } catch (Exception e) {
                decoder.fireExceptionCaught(e);
                return;
            }
            if (stopped == null) {
                decoder.channel().config().setAutoRead(true);
            }
            decoder.flush();
            flushed.run();
        }
    }
}
