package org.mayflydb.server.rntbd;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.transport.ServerMemory;

/** What a client in direct mode can make the server hold. */
class RntbdMemoryTest {
    private static final int MB = 1 << 20;

    private final MockTicker ticker = Ticker.newMockTicker();
    private final ServerMemory memory = new ServerMemory(16 * MB, 4 * MB, 12 * MB, Duration.ofHours(1));
    private final Wire wire = new Wire(RntbdLimits.defaults(), memory, head -> null).begin();
    private final Wire other = new Wire(RntbdLimits.defaults(), memory, head -> null).begin();

    @AfterEach
    void close() {
        wire.close();
        other.close();
        assertThat(memory.bodies().used()).isZero();
    }

    private static Frame list(long number) {
        return Frame.request(
                3,
                4,
                Frame.token(RequestToken.DATABASE_NAME, "d"),
                Frame.token(RequestToken.COLLECTION_NAME, "c"),
                Frame.token(RequestToken.TRANSPORT_REQUEST_ID, number));
    }

    @Test
    void aConnectionIsAnsweredOnlySoMuchAtATime() {
        for (int i = 0; i < 20; i++) {
            wire.send(list(i));
        }
        // Half of the memory is for whom nothing is known about.
        assertThat(wire.asked()).isEqualTo(2);
        wire.reply(0, new WireResponse(200));
        assertThat(wire.asked()).isEqualTo(3);
    }

    @Test
    void aConnectionThatReadsIsAnsweredMoreAtATime() {
        read(wire);
        for (int i = 0; i < 20; i++) {
            wire.send(list(10 + i));
        }
        assertThat(wire.asked()).isEqualTo(2 + 3);
    }

    /** Shows that the client reads: it takes an answer and sends something. */
    private static void read(Wire client) {
        client.send(list(1));
        client.reply(0, new WireResponse(200));
        client.send(Frame.create(new byte[10], 2));
    }

    @Test
    void allConnectionsTogetherAreAnsweredOnlySoMuchAtATime() {
        for (int i = 0; i < 20; i++) {
            wire.send(list(i));
            other.send(list(i));
        }
        // The first of each, and no other: that would be more than half.
        assertThat(wire.asked() + other.asked()).isEqualTo(2);
        wire.reply(0, new WireResponse(200));
        other.runTasks();
        wire.runTasks();
        assertThat(wire.asked() + other.asked()).isEqualTo(3);
    }

    @Test
    void whoHasReadAnAnswerDoesNotWaitForThoseWhoHaveNot() {
        read(other);
        Wire third = new Wire(RntbdLimits.defaults(), memory, head -> null).begin();
        for (int i = 0; i < 20; i++) {
            wire.send(list(i));
            third.send(list(i));
        }
        Wire fourth = new Wire(RntbdLimits.defaults(), memory, head -> null).begin();
        fourth.send(list(1));
        assertThat(fourth.asked()).as("its first answer").isEqualTo(1);
        assertThat(memory.answers().used()).isEqualTo(12 * MB);
        other.send(list(3));
        assertThat(other.asked()).isEqualTo(3);
        third.close();
        fourth.close();
    }

    @Test
    void pipelinedRequestsTogetherWaitNoLongerThanOneAlone() {
        Duration patience = Duration.ofSeconds(2);
        ServerMemory small = new ServerMemory(8 * MB, 4 * MB, 12 * MB, patience, ticker::nanoTime);
        Wire holder = new Wire(RntbdLimits.defaults(), small, head -> null, ticker).begin();
        Wire waiting = new Wire(RntbdLimits.defaults(), small, head -> null, ticker).begin();
        holder.send(list(1));
        ByteArrayOutputStream pipelined = new ByteArrayOutputStream();
        for (int i = 0; i < 20; i++) {
            pipelined.writeBytes(list(i).toBytes());
        }
        waiting.send(pipelined.toByteArray());
        for (int looks = 0; looks < 41; looks++) {
            assertThat(waiting.hasAnswer())
                    .as("an answer after %d looks", looks)
                    .isFalse();
            waiting.elapse(patience.dividedBy(5));
        }
        for (int i = 0; i < 20; i++) {
            assertThat(waiting.answer().code()).isEqualTo(429);
        }
        assertThat(waiting.asked()).isZero();
        holder.close();
        waiting.close();
    }

    @Test
    void aRequestDoesNotHoldTheResponseThatWasWritten() {
        wire.send(list(1));
        wire.reply(0, new WireResponse(200).body(new byte[MB]));
        assertThat(wire.heldBytes(0)).isZero();
    }

    @Test
    void aRequestSentLaterWaitsAgain() {
        Duration patience = Duration.ofSeconds(2);
        ServerMemory small = new ServerMemory(8 * MB, 4 * MB, 12 * MB, patience, ticker::nanoTime);
        Wire holder = new Wire(RntbdLimits.defaults(), small, head -> null, ticker).begin();
        Wire waiting = new Wire(RntbdLimits.defaults(), small, head -> null, ticker).begin();
        holder.send(list(1));
        waiting.send(list(1));
        while (!waiting.hasAnswer()) {
            waiting.elapse(patience);
        }
        assertThat(waiting.answer().code()).isEqualTo(429);
        waiting.send(list(2));
        assertThat(waiting.hasAnswer()).isFalse();
        holder.reply(0, new WireResponse(200));
        waiting.runTasks();
        assertThat(waiting.asked()).isEqualTo(1);
        holder.close();
        waiting.close();
    }

    @Test
    void aPayloadWaitsUntilThereIsRoom() {
        wire.send(Frame.create(new byte[3 * MB], 1));
        other.send(Frame.create(new byte[3 * MB], 2));
        assertThat(wire.asked()).isEqualTo(1);
        assertThat(other.asked()).isZero();
        wire.reply(0, new WireResponse(201));
        other.runTasks();
        assertThat(other.asked()).isEqualTo(1);
        assertThat(other.request(0).body()).hasSize(3 * MB);
        other.reply(0, new WireResponse(201));
    }

    @Test
    void aPayloadOfSomebodyWhoIsNotLetInIsThrownAway() {
        Wire refusing = new Wire(RntbdLimits.defaults(), memory, head -> new WireResponse(401)).begin();
        refusing.send(Frame.create(new byte[MB], 1));
        assertThat(refusing.answer().code()).isEqualTo(401);
        assertThat(refusing.asked()).isZero();
        assertThat(memory.bodies().used()).isZero();
        refusing.send(Frame.create(new byte[100], 2));
        assertThat(refusing.asked()).isEqualTo(1);
        refusing.close();
    }

    @Test
    void whatAConnectionHasReservedForAPayloadIsGivenBackWhenItCloses() {
        byte[] message = Frame.create(new byte[3 * MB], 1).toBytes();
        wire.send(java.util.Arrays.copyOf(message, message.length / 2));
        assertThat(memory.bodies().used()).isEqualTo(3 * MB);
    }
}
