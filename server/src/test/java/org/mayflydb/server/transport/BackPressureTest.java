package org.mayflydb.server.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BackPressureTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private boolean full;
    private int flushes;
    private final BackPressure backPressure = new BackPressure(
            () -> full,
            new ConnectionClock(channel, () -> false, Duration.ofHours(1), Duration.ofHours(1), () -> 0),
            () -> {},
            () -> flushes++);

    BackPressureTest() {
        channel.pipeline().addLast(new ByteDecoder());
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    /** Every byte is a request. A connection is full after the byte 1. */
    private final class ByteDecoder extends ByteToMessageDecoder {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
            backPressure.decodingBegins(0);
            try {
                super.channelRead(context, message);
            } finally {
                backPressure.decodingEnds();
            }
        }

        @Override
        protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
            if (!backPressure.stopsReading(context)) {
                byte request = in.readByte();
                full = request == 1;
                out.add((int) request);
            }
        }
    }

    private void arrive(int... bytes) {
        ByteBuf buffer = Unpooled.buffer();
        for (int each : bytes) {
            buffer.writeByte(each);
        }
        channel.writeInbound(buffer);
    }

    private List<Object> requests() {
        List<Object> found = List.copyOf(channel.inboundMessages());
        channel.inboundMessages().clear();
        return found;
    }

    @Test
    void fullConnectionIsNotReadAndKeepsTheRestAsBytes() {
        arrive(0, 1, 2, 3);
        assertThat(requests()).containsExactly(0, 1);
        assertThat(channel.config().isAutoRead()).isFalse();
    }

    @Test
    void connectionWithRoomContinuesWithTheRestAndThenReads() {
        arrive(0, 1, 2, 3);
        requests();
        full = false;
        backPressure.resume();
        assertThat(requests()).containsExactly(2, 3);
        assertThat(channel.config().isAutoRead()).isTrue();
        assertThat(flushes).isEqualTo(1);
    }

    @Test
    void connectionThatFillsUpAgainStaysUnread() {
        arrive(1, 1, 5);
        full = false;
        backPressure.resume();
        assertThat(requests()).containsExactly(1, 1);
        assertThat(channel.config().isAutoRead()).isFalse();
    }

    @Test
    void resumingWithoutNeedDoesNothing() {
        arrive(1);
        backPressure.resume();
        full = false;
        backPressure.resume();
        assertThat(requests()).containsExactly(1);
        assertThat(flushes).isZero();
        assertThat(channel.config().isAutoRead()).isTrue();
    }
}
