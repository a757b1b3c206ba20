package org.mayflydb.server.http;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.transport.Listener;
import org.mayflydb.server.transport.ServerMemory;
import org.mayflydb.server.transport.TlsContext;

/** Listens on one or more ports, for plain HTTP and for TLS, and hands requests to handlers. */
public final class HttpServer implements AutoCloseable {
    private final HttpSettings settings;
    private final TlsContext tls;
    private final HttpEncoder encoder;
    private final ServerMemory memory;
    private final Listener listener;

    private HttpServer(HttpSettings settings, RequestHandler handler, ServerMemory memory) {
        this.settings = settings;
        this.memory = memory;
        this.tls = new TlsContext(settings.certificate(), settings.tlsMinimum());
        this.encoder = new HttpEncoder(new HttpDate(settings.clock()));
        HttpLimits limits = settings.limits();
        this.listener = Listener.start(
                new Listener.Settings(
                        "mayfly-http", settings.host(), settings.port(), limits.connectionsMax(), limits.drain()),
                channel -> equip(channel, handler));
    }

    /**
     * Listens. The handler is called on the threads that read from the network.
     *
     * @throws org.mayflydb.server.transport.CannotListenException if the address cannot be bound
     */
    public static HttpServer start(HttpSettings settings, RequestHandler handler) {
        return start(settings, handler, ServerMemory.ofHeap());
    }

    /**
     * Listens, and shares memory with other servers.
     *
     * @throws org.mayflydb.server.transport.CannotListenException if the address cannot be bound
     */
    public static HttpServer start(HttpSettings settings, RequestHandler handler, ServerMemory memory) {
        return new HttpServer(settings, handler, memory);
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
     * Listens on another port of the same address for another handler. The port shares threads, memory and certificate
     * with the first one, has the same limits, and is closed with it.
     *
     * @param port to bind; 0 lets the system choose
     * @return the port, also when the system has chosen it
     * @throws CannotListenException if the port cannot be bound
     */
    public int alsoListen(int port, RequestHandler handler) {
        return listener.alsoListen(port, channel -> equip(channel, handler));
    }

    /**
     * Stops accepting, lets requests under way finish for a bounded time, and closes. Waits for that, so it must not be
     * called by a handler.
     */
    @Override
    public void close() {
        listener.close();
    }

    private HttpConnection equip(Channel channel, RequestHandler handler) {
        HttpConnection connection = new HttpConnection(
                channel,
                new HttpPort(
                        handler,
                        settings.limits(),
                        encoder,
                        settings.advertisedHost() + ":" + portOf(channel),
                        settings.hosts(),
                        memory));
        channel.pipeline().addLast(new TlsSniffer(tls, connection), connection.decoder(), connection);
        return connection;
    }

    /** Not the listener's, which may accept before it is known here. */
    private static int portOf(Channel channel) {
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }
}
