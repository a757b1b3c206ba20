package org.mayflydb.base;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * A clock that the embedding program may move: a test of a 90-day lifetime advances it by 90 days and looks.
 *
 * <p>A clock made with {@link #startingAt} stands still until it is moved. One made with {@link #ticking} runs along
 * with the machine's clock, shifted by what it was moved. Both may also be moved backwards. No clock can be moved out of
 * the years from 1970 to 9999, because time stamps and dates in headers must be able to say what it shows.
 */
public final class MovableClock implements InstantSource {
    private static final Instant FIRST = Instant.EPOCH;
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    private final InstantSource base;
    private volatile Duration shift = Duration.ZERO;

    private MovableClock(InstantSource base) {
        this.base = base;
    }

    /**
     * A clock that shows {@code start} until it is moved.
     *
     * @throws BadRequestException if that is not within the years from 1970 to 9999
     */
    public static MovableClock startingAt(Instant start) {
        return new MovableClock(InstantSource.fixed(checked(start)));
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

    /**
     * Moves the clock by {@code amount}, backwards if it is negative.
     *
     * @throws BadRequestException if it would leave the years from 1970 to 9999; it stays where it is then
     */
    public synchronized void advance(Duration amount) {
        Instant now = base.instant();
        shift = Duration.between(now, moved(now.plus(shift), amount));
    }

    /**
     * What {@link #advance} would set the clock to.
     *
     * @throws BadRequestException if it would leave the years from 1970 to 9999
     */
    public Instant after(Duration amount) {
        return moved(instant(), amount);
    }

    private static Instant moved(Instant from, Duration amount) {
        try {
            return checked(from.plus(amount));
        } catch (DateTimeException | ArithmeticException overflow) {
            throw outOfRange();
        }
    }

    /**
     * Moves the clock so that it shows {@code instant} now.
     *
     * @throws BadRequestException if that is not within the years from 1970 to 9999; it stays where it is then
     */
    public synchronized void set(Instant instant) {
        shift = Duration.between(base.instant(), checked(instant));
    }

    private static Instant checked(Instant instant) {
        if (instant.isBefore(FIRST) || instant.isAfter(LAST)) {
            throw outOfRange();
        }
        return instant;
    }

    private static BadRequestException outOfRange() {
        return new BadRequestException("The clock can be moved from " + FIRST + " to " + LAST + ", and no further.");
    }
}
