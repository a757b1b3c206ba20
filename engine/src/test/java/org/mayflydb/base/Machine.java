package org.mayflydb.base;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A machine whose clocks a test moves, together or one of them. */
public final class Machine implements InstantSource {
    public static final long START = 1_794_700_800L;

    private long millis = START * 1000;
    private long nanos = 5_000_000_000L;

    /** Time passes. */
    public void pass(long seconds) {
        millis += seconds * 1000;
        nanos += seconds * 1_000_000_000L;
    }

    /** The clock is set by so much, backwards if that is negative. */
    public void step(long seconds) {
        millis += seconds * 1000;
    }

    public ClockWatch.Rules rules() {
        return new ClockWatch.Rules(this, () -> nanos, Duration.ofSeconds(60), Duration.ofMinutes(10));
    }

    public long second() {
        return millis / 1000;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis);
    }
}
