package org.mayflydb.bench.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The limit of any server on Netty: gives every request the same answer, which it has read from a file. */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a write
public final class BareServer {
    private BareServer() {}

    /**
     * Serves until the process is ended.
     *
     * @param arguments a file with an answer as it goes over the wire
     */
    @SuppressWarnings("deprecation") // the class of the event loops that the server uses too
    public static void main(String[] arguments) throws IOException {
        String answer = Files.readString(Path.of(arguments[0]), StandardCharsets.ISO_8859_1);
        EventLoopGroup loops = new EpollEventLoopGroup(Runtime.getRuntime().availableProcessors());
        SameAnswer handler = new SameAnswer(answer);
        Channel listener = new ServerBootstrap()
                .group(loops)
                .channel(EpollServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new HttpServerCodec(), handler);
                    }
                })
                .bind("127.0.0.1", 0)
                .syncUninterruptibly()
                .channel();
        int port = ((InetSocketAddress) listener.localAddress()).getPort();
        PrintStream out = System.out;
        out.println("endpoint http://127.0.0.1:" + port + "/");
    }

    @Sharable
    private static final class SameAnswer extends ChannelInboundHandlerAdapter {
        private final HttpHeaders headers = new DefaultHttpHeaders();
        private final ByteBuf body;

        SameAnswer(String answer) {
            int end = answer.indexOf("\r\n\r\n");
            answer.substring(0, end).lines().skip(1).forEach(line -> {
                int colon = line.indexOf(':');
                headers.add(line.substring(0, colon), line.substring(colon + 1).trim());
            });
            byte[] bytes = answer.substring(end + 4).getBytes(StandardCharsets.ISO_8859_1);
            body = Unpooled.unreleasableBuffer(
                    Unpooled.directBuffer(bytes.length).writeBytes(bytes));
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof LastHttpContent) {
                context.write(
                        new DefaultFullHttpResponse(
                                HttpVersion.HTTP_1_1,
                                HttpResponseStatus.OK,
                                body.duplicate(),
                                headers,
                                EmptyHttpHeaders.INSTANCE),
                        context.voidPromise());
            }
            ReferenceCountUtil.release(message);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            context.flush();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
