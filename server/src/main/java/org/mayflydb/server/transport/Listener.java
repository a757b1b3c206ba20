package org.mayflydb.server.transport;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One or more ports with their connections and the threads that serve them. */
public final class Listener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

    private static final AttributeKey<Connection> CONNECTION = AttributeKey.valueOf(Listener.class, "connection");

    /** A client that leaves more than this unread is not read from until it has caught up. */
    private static final WriteBufferWaterMark UNREAD_BYTES = new WriteBufferWaterMark(64 << 10, 256 << 10);

    private static final int BACKLOG = 1024;

    private final Settings settings;
    private final Transport transport;
    private final ChannelGroup connections = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE, true);
    private final Channel channel;

    /** Ports besides the first one. */
    private final List<Channel> others = new CopyOnWriteArrayList<>();

    /**
     * Where and how to listen.
     *
     * @param name of the threads
     * @param host name or address to bind
     * @param port to bind; 0 lets the system choose
     * @param connectionsMax open at a time on each port; further ones are closed at once
     * @param drain how long a stop waits for requests under way
     */
    public record Settings(String name, String host, int port, int connectionsMax, Duration drain) {}

    /** A connection, as far as a stop needs to know it. Called on the connection's own thread. */
    public interface Connection {
        /** Takes no further requests but those that have begun to arrive. */
        void drain();

        /** Closes a drained connection that has no request under way. */
        void closeIfIdle();
    }

    /** Puts the handlers of a wire into the pipelines of accepted connections. */
    @FunctionalInterface
    public interface Welcome {
        Connection equip(Channel channel);
    }

    private Listener(Settings settings, Welcome welcome, Transport transport) {
        this.settings = settings;
        this.transport = transport;
        this.channel = bind(settings.port, welcome);
    }

    /**
     * Begins to accept connections.
     *
     * @throws CannotListenException if the address cannot be bound
     */
    public static Listener start(Settings settings, Welcome welcome) {
        Transport transport = Transport.open(settings.name, Runtime.getRuntime().availableProcessors());
        try {
            return new Listener(settings, welcome, transport);
        } catch (RuntimeException | Error e) {
            transport.close();
            throw e;
        }
    }

    /** The first port, also when the system has chosen it. */
    public int port() {
        return portOf(channel);
    }

    /**
     * Listens on another port of the same address, with the same threads and limits. It is closed with the first one.
     *
     * @param port to bind; 0 lets the system choose
     * @return the port, also when the system has chosen it
     * @throws CannotListenException if the port cannot be bound
     */
    public int alsoListen(int port, Welcome welcome) {
        Channel other = bind(port, welcome);
        others.add(other);
        return portOf(other);
    }

    /** Whether connections are not served any more, although it was not closed. Only a new process can serve them. */
    public boolean hasFailed() {
        return transport.hasFailed();
    }

    /**
     * Accepts connections again where that has ended: Netty pauses it after a failure, and without memory it cannot plan the
     * end of the pause. To be called now and then.
     */
    public void resumeAccepting() {
        channel.config().setAutoRead(true);
        others.forEach(other -> other.config().setAutoRead(true));
    }

    private static int portOf(Channel listening) {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    /**
     * Stops accepting, lets requests under way finish for a bounded time, and closes. Waits for that, so it must not be
     * called by a handler.
     */
    @Override
    public void close() {
        if (transport.hasFailed()) {
            // A thread that has ended closes no connection, so waiting for that would take for ever.
            transport.close();
            return;
        }
        channel.close().awaitUninterruptibly();
        others.forEach(other -> other.close().awaitUninterruptibly());
        // All of them first: whoever sees one connection closed may rely on the others to be draining.
        onEachConnection(Connection::drain).forEach(Future::awaitUninterruptibly);
        onEachConnection(Connection::closeIfIdle);
        long drainNanos = settings.drain.toNanos();
        if (!connections.newCloseFuture().awaitUninterruptibly(drainNanos, TimeUnit.NANOSECONDS)) {
            LOG.warn("{} connections still had requests under way and are closed.", connections.size());
        }
        connections.close().awaitUninterruptibly();
        transport.close();
    }

    private List<Future<?>> onEachConnection(Consumer<Connection> action) {
        List<Future<?>> done = new ArrayList<>();
        for (Channel each : connections) {
            Connection connection = each.attr(CONNECTION).get();
            if (connection != null) {
                done.add(each.eventLoop().submit(() -> action.accept(connection)));
            }
        }
        return done;
    }

    private Channel bind(int port, Welcome welcome) {
        ChannelFuture bound = new ServerBootstrap()
                .group(transport.loops())
                .channelFactory(transport.listeners())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, UNREAD_BYTES)
                .childHandler(new Door(welcome))
                .bind(settings.host, port)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new CannotListenException(settings.host, port, bound.cause());
        }
        return bound.channel();
    }

    /** Equips accepted connections, or closes those that are too many. */
    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close
    private final class Door extends ChannelInitializer<Channel> {
        private final Welcome welcome;
        private final AtomicInteger open = new AtomicInteger();

        Door(Welcome welcome) {
            this.welcome = welcome;
        }

        @Override
        protected void initChannel(Channel accepted) {
            if (open.incrementAndGet() > settings.connectionsMax) {
                open.decrementAndGet();
                LOG.debug("A connection is refused: there are too many.");
                accepted.close();
                return;
            }
            accepted.closeFuture().addListener(future -> open.decrementAndGet());
            accepted.attr(CONNECTION).set(welcome.equip(accepted));
            connections.add(accepted);
        }
    }
}
