package org.mayflydb.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MovableClockTest {
    private static final Instant START = Instant.parse("2026-11-01T12:00:00Z");

    @Test
    void aClockThatCannotBeMovedSoFarStaysWhereItIs() {
        MovableClock clock = MovableClock.startingAt(START);
        for (Duration amount : new Duration[] {
            Duration.ofSeconds(Long.MAX_VALUE),
            Duration.ofSeconds(Long.MIN_VALUE),
            Duration.ofSeconds(1_000_000_000_000_000_000L),
            Duration.ofDays(-40_000),
            Duration.ofDays(4_000_000)
        }) {
            assertThatThrownBy(() -> clock.advance(amount)).isInstanceOf(BadRequestException.class);
        }
        for (Instant instant : new Instant[] {Instant.MAX, Instant.MIN, Instant.EPOCH.minusMillis(1)}) {
            assertThatThrownBy(() -> clock.set(instant)).isInstanceOf(BadRequestException.class);
            assertThatThrownBy(() -> MovableClock.startingAt(instant)).isInstanceOf(BadRequestException.class);
        }
        assertThat(clock.instant()).isEqualTo(START);
    }

    @Test
    void movesAddUp() {
        MovableClock clock = MovableClock.startingAt(START);
        clock.advance(Duration.ofDays(90));
        clock.advance(Duration.ofDays(-30));
        assertThat(clock.shift()).isEqualTo(Duration.ofDays(60));
        clock.set(START);
        assertThat(clock.shift()).isZero();
    }
}
