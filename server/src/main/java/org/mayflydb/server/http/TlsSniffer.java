package org.mayflydb.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import org.mayflydb.server.transport.TlsContext;

/** Decides by the first byte whether a client speaks TLS or plain HTTP, makes room for TLS if so, and leaves. */
final class TlsSniffer extends ByteToMessageDecoder {
    /** A TLS connection begins with a handshake record; no HTTP method begins with this byte. */
    private static final byte HANDSHAKE = 0x16;

    private final TlsContext tls;
    private final HttpConnection connection;

    TlsSniffer(TlsContext tls, HttpConnection connection) {
        this.tls = tls;
        this.connection = connection;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (in.getByte(in.readerIndex()) == HANDSHAKE) {
            context.pipeline().addAfter(context.name(), null, tls.handler(context.alloc()));
            connection.secure();
        }
        context.pipeline().remove(this);
    }
}
