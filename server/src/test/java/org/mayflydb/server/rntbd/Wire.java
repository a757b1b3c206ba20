package org.mayflydb.server.rntbd;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.transport.ServerMemory;

/** A connection without a network and without TLS, whose requests wait for the test to answer them. */
final class Wire {
    private final List<WireRequest> requests = new ArrayList<>();
    private final List<Consumer<WireResponse>> replies = new ArrayList<>();
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final RntbdConnection connection;

    Wire() {
        this(RntbdLimits.defaults());
    }

    Wire(RntbdLimits limits) {
        connection = new RntbdConnection(
                channel,
                (request, reply) -> {
                    requests.add(request);
                    replies.add(reply);
                },
                limits,
                "rntbd://localhost",
                ServerMemory.ofHeap());
        channel.pipeline().addLast(connection.decoder(), connection);
        channel.pipeline().fireChannelActive();
    }

    /** Does what every client does first. */
    Wire begin() {
        send(Frame.context(1).toBytes());
        assertThat(answer().code()).isEqualTo(200);
        return this;
    }

    Wire send(byte[] bytes) {
        channel.writeInbound(Unpooled.copiedBuffer(bytes));
        return this;
    }

    Wire send(Frame frame) {
        return send(frame.toBytes());
    }

    /** How many requests have been handed on. */
    int asked() {
        return requests.size();
    }

    WireRequest request(int index) {
        return requests.get(index);
    }

    void reply(int index, WireResponse response) {
        replies.get(index).accept(response);
        channel.runPendingTasks();
    }

    /** The next message that has left. */
    Frame answer() {
        ByteBuf bytes = Objects.requireNonNull(channel.readOutbound(), "an answer");
        try {
            Frame frame = Frame.read(bytes, ResponseToken.PAYLOAD_PRESENT.id());
            assertThat(bytes.isReadable()).as("one message in a buffer").isFalse();
            return frame;
        } finally {
            bytes.release();
        }
    }

    boolean hasAnswer() {
        return !channel.outboundMessages().isEmpty();
    }

    void drain() {
        connection.drain();
        connection.closeIfIdle();
        channel.runPendingTasks();
    }

    boolean isOpen() {
        channel.runPendingTasks();
        return channel.isOpen();
    }

    /** Ends the connection and gives back all that it holds. */
    void close() {
        channel.finishAndReleaseAll();
    }
}
