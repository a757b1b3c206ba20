package org.mayflydb.server.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectionMemoryTest {
    private static final int MB = 1 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int RESPONSE_BYTES = 100;

    private final MockTicker ticker = Ticker.newMockTicker();
    private final EmbeddedChannel channel =
            EmbeddedChannel.builder().ticker(ticker).build();
    private final ConnectionClock clock =
            new ConnectionClock(channel, () -> false, Duration.ofHours(1), Duration.ofHours(1), ticker::nanoTime);
    private final ServerMemory memory = new ServerMemory(16 * MB, 16 * MB, 16 * MB, PATIENCE, ticker::nanoTime);
    private final ConnectionMemory connection = new ConnectionMemory(channel, memory, clock, () -> {});

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private boolean isOpenAfter(Duration time) {
        ticker.advance(time.toNanos(), TimeUnit.NANOSECONDS);
        connection.look();
        channel.runPendingTasks();
        return channel.isOpen();
    }

    @Test
    void aClientThatHasNeverReadIsClosedAfterHalfThePatience() {
        clock.unread(RESPONSE_BYTES);
        assertThat(isOpenAfter(PATIENCE.dividedBy(2).minusNanos(1))).isTrue();
        assertThat(isOpenAfter(Duration.ofNanos(1))).isFalse();
    }

    @Test
    void aClientThatIsKnownToReadHasAllThePatience() {
        connection.holdAnswers(RESPONSE_BYTES);
        connection.written(RESPONSE_BYTES);
        connection.flushed();
        connection.heard();
        clock.unread(RESPONSE_BYTES);
        assertThat(isOpenAfter(PATIENCE.minusNanos(1))).isTrue();
        assertThat(isOpenAfter(Duration.ofNanos(1))).isFalse();
    }

    /** Takes all memory, and has the connection wait for some of it. */
    private void awaitAnswer(List<String> outcomes) {
        assertThat(memory.answers().tryReserve(16 * MB, ByteBudget.Precedence.FIRST))
                .isTrue();
        connection.awaitAnswer(4 * MB, () -> outcomes.add("granted"), () -> outcomes.add("refused"));
        assertThat(hasScheduledTask()).isTrue();
    }

    private boolean hasScheduledTask() {
        return channel.runScheduledPendingTasks() >= 0;
    }

    @Test
    void aRequestThatHasWaitedIsNotHeldByAScheduledTask() {
        List<String> outcomes = new ArrayList<>();
        awaitAnswer(outcomes);
        memory.answers().adjust(-16 * MB);
        channel.runPendingTasks();
        assertThat(outcomes).containsExactly("granted");
        assertThat(hasScheduledTask()).isFalse();
    }

    @Test
    void aRequestWhoseConnectionIsClosedWhileItWaitsIsNotHeldByAScheduledTask() {
        List<String> outcomes = new ArrayList<>();
        awaitAnswer(outcomes);
        connection.close();
        assertThat(outcomes).isEmpty();
        assertThat(hasScheduledTask()).isFalse();
    }

    @Test
    void manyConnectionsThatWaitHaveTheOthersCheckedOnce() {
        connection.open();
        ticker.advance(memory.lookPause().toNanos(), TimeUnit.NANOSECONDS);
        memory.closeStalled();
        assertThat(channel.hasPendingTasks()).isTrue();
        channel.runPendingTasks();
        memory.closeStalled();
        assertThat(channel.hasPendingTasks()).isFalse();
    }
}
