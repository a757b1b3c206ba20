package org.mayflydb.server.rntbd;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.transport.Listener;
import org.mayflydb.server.transport.ServerMemory;
import org.mayflydb.server.transport.TlsContext;

/** Listens on a port for clients in direct mode, always with TLS, and hands requests to a handler. */
public final class RntbdServer implements AutoCloseable {
    private final RntbdSettings settings;
    private final RequestHandler handler;
    private final TlsContext tls;
    private final ServerMemory memory;
    private final Listener listener;

    private RntbdServer(RntbdSettings settings, RequestHandler handler, ServerMemory memory) {
        this.settings = settings;
        this.memory = memory;
        this.handler = handler;
        this.tls = new TlsContext(settings.certificate(), settings.tlsMinimum());
        RntbdLimits limits = settings.limits();
        this.listener = Listener.start(
                new Listener.Settings(
                        "mayfly-direct", settings.host(), settings.port(), limits.connectionsMax(), limits.drain()),
                this::equip);
    }

    /**
     * Listens. The handler is called on the threads that read from the network.
     *
     * @throws org.mayflydb.server.transport.CannotListenException if the address cannot be bound
     */
    public static RntbdServer start(RntbdSettings settings, RequestHandler handler) {
        return start(settings, handler, ServerMemory.ofHeap());
    }

    /**
     * Listens, and shares memory with other servers.
     *
     * @throws org.mayflydb.server.transport.CannotListenException if the address cannot be bound
     */
    public static RntbdServer start(RntbdSettings settings, RequestHandler handler, ServerMemory memory) {
        return new RntbdServer(settings, handler, memory);
    }

    /** The port, also when the system has chosen it. */
    public int port() {
        return listener.port();
    }

    /** Whether clients are not served any more, although the server was not closed. */
    public boolean hasFailed() {
        return listener.hasFailed();
    }

    /** Accepts connections again if a failure has ended that. To be called now and then. */
    public void resumeAccepting() {
        listener.resumeAccepting();
    }

    /**
     * Stops accepting, answers what has been read for a bounded time, and closes. Waits for that, so it must not be
     * called by a handler.
     */
    @Override
    public void close() {
        listener.close();
    }

    private RntbdConnection equip(Channel channel) {
        String host = ((InetSocketAddress) channel.localAddress()).getHostString();
        RntbdConnection connection =
                new RntbdConnection(channel, handler, settings.limits(), "rntbd://" + host, memory);
        SslHandler secure = tls.handler(channel.alloc());
        // Every answer begins a TLS record of its own: see docs/DECISIONS.md for the client that depends on it.
        secure.setWrapDataSize(0);
        channel.pipeline().addLast(secure, connection.decoder(), connection);
        return connection;
    }
}
