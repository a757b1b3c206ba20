package org.mayflydb.server.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.mayflydb.server.protocol.RequestHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens on a port, for plain HTTP and for TLS, and hands requests to a handler. */
public final class HttpServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

    /** A client that leaves more than this unread is not read from until it has caught up. */
    private static final WriteBufferWaterMark UNREAD_BYTES = new WriteBufferWaterMark(64 << 10, 256 << 10);

    private static final int BACKLOG = 1024;

    private final HttpSettings settings;
    private final Transport transport;
    private final TlsContext tls;
    private final ChannelGroup connections = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE, true);
    private final AtomicInteger open = new AtomicInteger();
    private final ResponseEncoder encoder;
    private final RequestHandler handler;
    private final Channel listener;

    private HttpServer(HttpSettings settings, RequestHandler handler, Transport transport) {
        this.settings = settings;
        this.transport = transport;
        this.handler = handler;
        this.tls = new TlsContext(settings.certificate());
        this.encoder = new ResponseEncoder(new HttpDate(settings.clock()));
        this.listener = bind();
    }

    /**
     * Listens. The handler is called on the threads that read from the network.
     *
     * @throws UncheckedIOException if the address cannot be bound
     */
    public static HttpServer start(HttpSettings settings, RequestHandler handler) {
        Transport transport = Transport.open(Runtime.getRuntime().availableProcessors());
        try {
            return new HttpServer(settings, handler, transport);
        } catch (RuntimeException | Error e) {
            transport.close();
            throw e;
        }
    }

    /** The port, also when the system has chosen it. */
    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    /**
     * Stops accepting, lets requests under way finish for a bounded time, and closes. Waits for that, so it must not be
     * called by a handler.
     */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        // All of them first: whoever sees one connection closed may rely on the others to be draining.
        onEachConnection(HttpConnection::drain).forEach(Future::awaitUninterruptibly);
        onEachConnection(HttpConnection::closeIfIdle);
        long drainNanos = settings.limits().drain().toNanos();
        if (!connections.newCloseFuture().awaitUninterruptibly(drainNanos, TimeUnit.NANOSECONDS)) {
            LOG.warn("{} connections still had requests under way and are closed.", connections.size());
        }
        connections.close().awaitUninterruptibly();
        transport.close();
    }

    private List<Future<?>> onEachConnection(Consumer<HttpConnection> action) {
        List<Future<?>> done = new ArrayList<>();
        for (Channel channel : connections) {
            HttpConnection connection = channel.pipeline().get(HttpConnection.class);
            if (connection != null) {
                done.add(channel.eventLoop().submit(() -> action.accept(connection)));
            }
        }
        return done;
    }

    private Channel bind() {
        ChannelFuture bound = new ServerBootstrap()
                .group(transport.loops())
                .channelFactory(transport.listeners())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, UNREAD_BYTES)
                .childHandler(new Welcome())
                .bind(settings.host(), settings.port())
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            String address = settings.host() + ":" + settings.port();
            throw new UncheckedIOException(new IOException("Cannot listen on " + address, bound.cause()));
        }
        return bound.channel();
    }

    /** Equips accepted connections, or closes those that are too many. */
    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close
    private final class Welcome extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel channel) {
            if (open.incrementAndGet() > settings.limits().connectionsMax()) {
                open.decrementAndGet();
                LOG.debug("A connection is refused: there are too many.");
                channel.close();
                return;
            }
            channel.closeFuture().addListener(future -> open.decrementAndGet());
            connections.add(channel);
            HttpConnection connection = new HttpConnection(channel, gateway());
            channel.pipeline().addLast(new TlsSniffer(tls, connection), connection.decoder(), connection);
        }

        private Gateway gateway() {
            return new Gateway(handler, settings.limits(), encoder, settings.advertisedHost() + ":" + port());
        }
    }
}
