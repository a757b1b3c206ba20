package org.mayflydb.bench.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.mayflydb.base.SystemTime;
import org.mayflydb.server.transport.ServerCertificate;
import org.mayflydb.server.transport.TlsContext;
import org.mayflydb.server.transport.TlsVersion;

/** The limit of direct mode on Netty: TLS, and the same answer to every message, which it has read from a file. */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a write
public final class BareDirectServer {
    private BareDirectServer() {}

    /**
     * Serves until the process is ended.
     *
     * @param arguments a file with the answers to a context and to a request
     */
    @SuppressWarnings("deprecation") // the class of the event loops that the server uses too
    public static void main(String[] arguments) throws IOException {
        byte[] answers = Files.readAllBytes(Path.of(arguments[0]));
        int first = Unpooled.wrappedBuffer(answers).readIntLE();
        ByteBuf context = constant(Arrays.copyOf(answers, first));
        ByteBuf answer = constant(Arrays.copyOfRange(answers, first, answers.length));
        ServerCertificate certificate = ServerCertificate.inMemory("localhost", SystemTime.source());
        TlsContext tls = new TlsContext(() -> certificate, TlsVersion.V1_2);
        EventLoopGroup loops = new EpollEventLoopGroup(Runtime.getRuntime().availableProcessors());
        Channel listener = new ServerBootstrap()
                .group(loops)
                .channel(EpollServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        SslHandler secure = tls.handler(channel.alloc());
                        // One record for each answer, as ours has to.
                        secure.setWrapDataSize(0);
                        channel.pipeline().addLast(secure, new SameAnswer(context, answer));
                    }
                })
                .bind("127.0.0.1", 0)
                .syncUninterruptibly()
                .channel();
        int port = ((InetSocketAddress) listener.localAddress()).getPort();
        PrintStream out = System.out;
        out.println("endpoint https://127.0.0.1:" + port + "/");
    }

    private static ByteBuf constant(byte[] bytes) {
        return Unpooled.unreleasableBuffer(Unpooled.directBuffer(bytes.length).writeBytes(bytes));
    }

    private static final class SameAnswer extends ByteToMessageDecoder {
        private final ByteBuf answer;
        private ByteBuf next;

        SameAnswer(ByteBuf context, ByteBuf answer) {
            this.next = context;
            this.answer = answer;
        }

        @Override
        protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
            if (in.readableBytes() < 4 || in.readableBytes() < in.getIntLE(in.readerIndex())) {
                return;
            }
            in.skipBytes(in.getIntLE(in.readerIndex()));
            context.write(next.duplicate(), context.voidPromise());
            next = answer;
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) throws Exception {
            super.channelReadComplete(context);
            context.flush();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
