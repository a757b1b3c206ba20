package org.mayflydb.server.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection whose client may still be sending. Closing both ways at once would reset it, and the client might
 * never see why. So only our way is closed; what still comes is thrown away until the client closes, or for a short time.
 */
final class LingeringClose {
    /** For the write of the last answer. */
    static final ChannelFutureListener LISTENER = written -> begin(written.channel());

    private static final long LINGER_SECONDS = 2;

    private LingeringClose() {}

    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close
    private static void begin(Channel channel) {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls != null) {
            tls.closeOutbound();
        } else if (channel instanceof DuplexChannel duplex) {
            duplex.shutdownOutput();
        }
        channel.eventLoop().schedule(() -> channel.close(), LINGER_SECONDS, TimeUnit.SECONDS);
    }
}
