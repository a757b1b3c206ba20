package org.mayflydb.base;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * A clock that the embedding program may move: a test of a 90-day lifetime advances it by 90 days and looks.
 *
 * <p>A clock made with {@link #startingAt} stands still until it is moved. One made with {@link #ticking} runs along
 * with the machine's clock, shifted by what it was moved. Both may also be moved backwards.
 */
public final class MovableClock implements InstantSource {
    private final InstantSource base;
    private volatile Duration shift = Duration.ZERO;

    private MovableClock(InstantSource base) {
        this.base = base;
    }

    /** A clock that shows {@code start} until it is moved. */
    public static MovableClock startingAt(Instant start) {
        return new MovableClock(InstantSource.fixed(start));
    }

    /** A clock that runs with the machine's. */
    public static MovableClock ticking() {
        return new MovableClock(SystemTime.source());
    }

    @Override
    public Instant instant() {
        return base.instant().plus(shift);
    }

    /** How far it has been moved from where it would be. */
    public Duration shift() {
        return shift;
    }

    /** Moves the clock by {@code amount}, backwards if it is negative. */
    public synchronized void advance(Duration amount) {
        shift = shift.plus(amount);
    }

    /** Moves the clock so that it shows {@code instant} now. */
    public synchronized void set(Instant instant) {
        shift = Duration.between(base.instant(), instant);
    }
}
