package org.mayflydb.bench.server;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.bench.Round;

/** Connections that send a message of direct mode for every answer they get, with some under way all the time. */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes the connection, and then nothing is counted
final class DirectLoad implements AutoCloseable {
    private static final int LENGTH_BYTES = 4;
    private static final int PATIENCE_SECONDS = 30;

    static final int OK = 200;
    static final int CREATED = 201;

    private final Supplier<byte[]> requests;
    private final int status;
    private final int underWay;

    @SuppressWarnings("deprecation") // the class of the event loops that the server uses too
    private final EventLoopGroup loops = new EpollEventLoopGroup(1);

    private final List<Channel> channels = new ArrayList<>();
    private final AtomicLong answers = new AtomicLong();
    private final AtomicInteger failure = new AtomicInteger();
    private volatile boolean running;

    /**
     * Opens connections to a server, each with as many requests under way while it runs.
     *
     * @param requests supplies the next request, to one thread
     * @param status what each response must have
     */
    DirectLoad(int port, Supplier<byte[]> requests, int status, int connections, int underWay) {
        this.requests = requests;
        this.status = status;
        this.underWay = underWay;
        SslContext tls;
        try {
            tls = SslContextBuilder.forClient()
                    .trustManager(InsecureTrustManagerFactory.INSTANCE)
                    .build();
        } catch (SSLException failure) {
            throw new IllegalStateException(failure);
        }
        CountDownLatch ready = new CountDownLatch(connections);
        for (int i = 0; i < connections; i++) {
            channels.add(connect(port, tls, ready::countDown));
        }
        try {
            if (!ready.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("not all connections were taken");
            }
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** Supplies these requests in turn, again and again. */
    static Supplier<byte[]> inTurn(List<byte[]> requests) {
        AtomicInteger next = new AtomicInteger();
        return () -> requests.get(Math.floorMod(next.getAndIncrement(), requests.size()));
    }

    private Channel connect(int port, SslContext tls, Runnable ready) {
        return new Bootstrap()
                .group(loops)
                .channel(EpollSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(tls.newHandler(channel.alloc()), new Answers(ready));
                    }
                })
                .connect("127.0.0.1", port)
                .syncUninterruptibly()
                .channel();
    }

    /** Works for some seconds. */
    Round run(ServerProcess server, int seconds) {
        long before = answers.get();
        long cpu = server.cpuNanos();
        long start = System.nanoTime();
        running = true;
        for (Channel channel : channels) {
            channel.eventLoop()
                    .execute(() -> channel.pipeline().get(Answers.class).start());
        }
        try {
            new CountDownLatch(1).await(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        running = false;
        long count = answers.get() - before;
        Round round = new Round(count, System.nanoTime() - start, server.cpuNanos() - cpu);
        if (failure.get() != 0) {
            throw new IllegalStateException("a request failed with status " + failure.get());
        }
        if (count == 0) {
            throw new IllegalStateException("nothing was answered");
        }
        return round;
    }

    /** The answers to the context and to one request, as they went over the wire. */
    static byte[] record(int port, byte[] request) {
        try (DirectLoad load = new DirectLoad(port, () -> request, OK, 1, 1)) {
            Answers only = load.channels.get(0).pipeline().get(Answers.class);
            load.running = true;
            load.channels.get(0).eventLoop().execute(only::start);
            byte[] answer =
                    only.first.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
            load.running = false;
            return answer;
        }
    }

    @Override
    public void close() {
        channels.forEach(Channel::close);
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    /** One connection's. */
    private final class Answers extends ByteToMessageDecoder {
        private final Runnable ready;
        private final CompletableFuture<byte[]> first = new CompletableFuture<>();
        private byte[] contextAnswer = new byte[0];
        private @Nullable Channel channel;

        Answers(Runnable ready) {
            this.ready = ready;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            channel = context.channel();
            context.writeAndFlush(Unpooled.wrappedBuffer(DirectMessages.context()));
        }

        void start() {
            Channel connected = Invariant.present(channel, "all connections are ready");
            for (int i = 0; i < underWay; i++) {
                send(connected);
            }
            connected.flush();
        }

        private void send(Channel connected) {
            connected.write(Unpooled.wrappedBuffer(requests.get()));
        }

        @Override
        protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
            if (in.readableBytes() < LENGTH_BYTES) {
                return;
            }
            int length = in.getIntLE(in.readerIndex());
            if (contextAnswer.length == 0) {
                if (in.readableBytes() >= length) {
                    contextAnswer = ByteBufUtil.getBytes(in.readSlice(length));
                    ready.run();
                }
                return;
            }
            // Every response that is measured has a payload behind its head.
            if (in.readableBytes() < length + LENGTH_BYTES) {
                return;
            }
            int whole = length + LENGTH_BYTES + in.getIntLE(in.readerIndex() + length);
            if (in.readableBytes() < whole) {
                return;
            }
            int received = in.getIntLE(in.readerIndex() + LENGTH_BYTES);
            if (received != status) {
                failure.compareAndSet(0, received);
                context.close();
                return;
            }
            if (!first.isDone()) {
                first.complete(ByteBufUtil.getBytes(Unpooled.wrappedBuffer(
                        Unpooled.wrappedBuffer(contextAnswer), in.slice(in.readerIndex(), whole))));
            }
            in.skipBytes(whole);
            answers.incrementAndGet();
            if (running) {
                send(context.channel());
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) throws Exception {
            super.channelReadComplete(context);
            context.flush();
        }
    }
}
