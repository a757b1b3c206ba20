package org.mayflydb.server.rntbd;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.transport.PendingResponse;
import org.mayflydb.server.transport.ServerMemory;

/** A connection without a network and without TLS, whose requests wait for the test to answer them. */
final class Wire {
    private final List<WireRequest> requests = new ArrayList<>();
    private final List<Consumer<WireResponse>> replies = new ArrayList<>();
    private final MockTicker ticker;
    private final EmbeddedChannel channel;
    private final RntbdConnection connection;

    Wire() {
        this(RntbdLimits.defaults());
    }

    Wire(RntbdLimits limits) {
        this(limits, ServerMemory.ofHeap(), head -> null);
    }

    /** @param refusals what is answered to heads before their payloads are read; null for those that are welcome */
    Wire(RntbdLimits limits, ServerMemory memory, Function<WireRequest, @Nullable WireResponse> refusals) {
        this(limits, memory, refusals, Ticker.newMockTicker());
    }

    /** @param ticker the clock of the connection, which {@link #elapse} moves */
    Wire(
            RntbdLimits limits,
            ServerMemory memory,
            Function<WireRequest, @Nullable WireResponse> refusals,
            MockTicker ticker) {
        this.ticker = ticker;
        this.channel = EmbeddedChannel.builder().ticker(ticker).build();
        RequestHandler handler = new RequestHandler() {
            @Override
            public void handle(WireRequest request, Consumer<WireResponse> reply) {
                requests.add(request);
                replies.add(reply);
            }

            @Override
            public @Nullable WireResponse refusal(WireRequest head) {
                return refusals.apply(head);
            }
        };
        connection = new RntbdConnection(channel, handler, limits, "rntbd://localhost", memory);
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

    /** How many bytes of a response its request still holds. */
    int heldBytes(int index) {
        return Objects.requireNonNull(((PendingResponse) replies.get(index)).response())
                .body()
                .length;
    }

    /** Does what others have left for this connection's thread. */
    void runTasks() {
        channel.runPendingTasks();
    }

    /** Lets time pass, and does what is due by then. */
    void elapse(Duration time) {
        ticker.advance(time.toNanos(), TimeUnit.NANOSECONDS);
        channel.runScheduledPendingTasks();
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
