package org.mayflydb.server.transport;

import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The threads of a server and the sockets that fit them: epoll where there is one, else NIO.
 *
 * <p>This is the only place that names an event loop's class. Those below exist in Netty 4.1, which the official SDK
 * brings into a shared class path, as well as in 4.2.
 */
record Transport(EventLoopGroup loops, ChannelFactory<ServerChannel> listeners) {
    private static final int CLOSE_SECONDS_MAX = 5;

    /** One loop for each core: a loop never waits for anything but its sockets. */
    @SuppressWarnings("deprecation") // what replaces these classes in Netty 4.2 is missing in 4.1
    static Transport open(String name, int threads) {
        ThreadFactory factory = new DefaultThreadFactory(name, true);
        return Epoll.isAvailable()
                ? new Transport(new EpollEventLoopGroup(threads, factory), EpollServerSocketChannel::new)
                : new Transport(new NioEventLoopGroup(threads, factory), NioServerSocketChannel::new);
    }

    /** Whether a thread has ended, as Netty's do after an error such as lack of memory. Its connections are not served. */
    boolean hasFailed() {
        for (EventExecutor loop : loops) {
            if (loop.isShuttingDown()) {
                return true;
            }
        }
        return false;
    }

    void close() {
        // Bounded: a thread that an error has ended may never say so.
        loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(CLOSE_SECONDS_MAX, TimeUnit.SECONDS);
    }
}
