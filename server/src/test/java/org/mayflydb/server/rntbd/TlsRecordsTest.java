package org.mayflydb.server.rntbd;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import java.io.ByteArrayOutputStream;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.SystemTime;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.transport.ServerCertificate;

/** The Java client overwrites a message with the one behind it if both come in one record. */
class TlsRecordsTest {
    private static final ServerCertificate CERTIFICATE = ServerCertificate.inMemory("localhost", SystemTime.source());
    private static final int REQUESTS = 50;

    /** What comes out of TLS, record by record. */
    private final BlockingQueue<byte[]> records = new LinkedBlockingQueue<>();

    private Channel connect(RntbdServer server, MultiThreadIoEventLoopGroup loops) throws Exception {
        SslContext tls = SslContextBuilder.forClient()
                .trustManager(CERTIFICATE.certificate())
                .build();
        return new Bootstrap()
                .group(loops)
                .channel(NioSocketChannel.class)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                // An engine for the JDK gives one record at a time.
                                .addLast(new SslHandler(tls.newEngine(channel.alloc(), "localhost", server.port())))
                                .addLast(new SimpleChannelInboundHandler<ByteBuf>() {
                                    @Override
                                    protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
                                        records.add(ByteBufUtil.getBytes(bytes));
                                    }
                                });
                    }
                })
                .connect("127.0.0.1", server.port())
                .sync()
                .channel();
    }

    private Frame next() throws InterruptedException {
        byte[] record = Objects.requireNonNull(records.poll(20, TimeUnit.SECONDS), "a record");
        ByteBuf bytes = Unpooled.wrappedBuffer(record);
        Frame frame = Frame.read(bytes, ResponseToken.PAYLOAD_PRESENT.id());
        assertThat(bytes.isReadable()).as("two messages in a record").isFalse();
        return frame;
    }

    @Test
    void everyAnswerHasARecordOfItsOwn() throws Exception {
        MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try (RntbdServer server = RntbdServer.start(
                new RntbdSettings("127.0.0.1", 0, () -> CERTIFICATE),
                (request, reply) -> reply.accept(new WireResponse(200).body(new byte[100])))) {
            Channel client = connect(server, loops);
            client.writeAndFlush(Unpooled.wrappedBuffer(Frame.context(1).toBytes()))
                    .sync();
            assertThat(next().code()).isEqualTo(200);
            ByteArrayOutputStream requests = new ByteArrayOutputStream();
            for (int i = 0; i < REQUESTS; i++) {
                requests.writeBytes(Frame.read("a", i).toBytes());
            }
            client.writeAndFlush(Unpooled.wrappedBuffer(requests.toByteArray())).sync();
            for (long i = 0; i < REQUESTS; i++) {
                assertThat(next().value(ResponseToken.TRANSPORT_REQUEST_ID)).isEqualTo(i);
            }
            client.close().sync();
        } finally {
            loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        }
    }
}
