package org.mayflydb.base;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells the time in seconds, and whether it can be trusted.
 *
 * <p>The machine's clock is compared with a monotonic one. When it runs ahead by more than a tolerance, as after a wrong
 * time synchronisation or when a virtual machine resumes, the time is still told, but marked with the {@link Jump} it
 * belongs to. The jump ends when the clock is set back, when somebody accepts the time, or after a grace period; the
 * difference there is then becomes the new base. Slow drift is followed, and a clock that stays behind for the grace period
 * is a new base as well.
 *
 * <p>The comparison is made once for each second that the clock shows, so asking for the time costs hardly more than
 * reading the clock.
 */
public final class ClockWatch {
    /** How fast the two clocks may drift apart without ever adding up to a jump; time servers correct by half of it. */
    private static final int DRIFT_PER_MILLE = 1;

    private static final long SAMPLE_NANOS_MAX = 100_000_000;
    private static final int SAMPLES_MAX = 5;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /**
     * What is compared, and how.
     *
     * @param machine the machine's clock, which the watched clock goes by
     * @param nanoTime the monotonic clock
     * @param tolerance how far the machine's clock may run ahead
     * @param grace after which a time that was not taken back is accepted
     */
    public record Rules(InstantSource machine, LongSupplier nanoTime, Duration tolerance, Duration grace) {
        public static final Duration TOLERANCE = Duration.ofSeconds(60);
        public static final Duration GRACE = Duration.ofMinutes(10);

        /** The system's clocks with the usual tolerance and grace. */
        public static Rules system() {
            return new Rules(SystemTime.source(), System::nanoTime, TOLERANCE, GRACE);
        }

        public Rules with(Duration newTolerance, Duration newGrace) {
            return new Rules(machine, nanoTime, newTolerance, newGrace);
        }
    }

    /** Hears of jumps, on the thread that notices and with the watch locked. */
    public interface Observer {
        Observer NONE = new Observer() {};

        default void jumped(Duration ahead) {}

        /**
         * The clock that had jumped is trusted again.
         *
         * @param takenBack whether it was set back, rather than its time accepted
         */
        default void trusted(boolean takenBack, Duration ahead) {}

        /** The watched clock shows an earlier second than before. */
        default void wentBack(long fromSecond, long toSecond) {}
    }

    /** What became of a jump. */
    public enum Verdict {
        SUSPECT,
        TAKEN_BACK,
        ACCEPTED
    }

    /** A jump of the machine's clock. */
    public static final class Jump {
        private volatile Verdict verdict = Verdict.SUSPECT;

        public Verdict verdict() {
            return verdict;
        }
    }

    /**
     * A second that the clock showed.
     *
     * @param jump the jump that the second belongs to; null if it can be trusted
     */
    public record Moment(long second, @Nullable Jump jump) {}

    private record Sample(long machineMillis, long nanos) {}

    private final InstantSource clock;
    private final @Nullable Rules rules;
    private final Observer observer;
    private volatile Moment last;

    // Guarded by this.
    private long baseMillis;
    private long followedNanos;
    private @Nullable Jump jump;
    private long jumpNanos;
    private long aheadMillis;
    private boolean behind;
    private long behindNanos;

    /** @param rules null for a clock that is trusted whatever it shows */
    public ClockWatch(InstantSource clock, @Nullable Rules rules, Observer observer) {
        this.clock = clock;
        this.rules = rules;
        this.observer = observer;
        if (rules != null) {
            Sample first = sample(rules);
            this.baseMillis = first.machineMillis - first.nanos / NANOS_PER_MILLI;
            this.followedNanos = first.nanos;
        }
        this.last = new Moment(second(), null);
    }

    /** Trusts a clock whatever it shows. */
    public static ClockWatch trusting(InstantSource clock) {
        return new ClockWatch(clock, null, Observer.NONE);
    }

    /** What time it is. */
    public Moment moment() {
        long second = second();
        Moment known = last;
        return known.second == second ? known : look();
    }

    /** What time it is, compared with the monotonic clock just now. */
    public synchronized Moment look() {
        long second = second();
        // What the clock shows before and after the comparison is the same, so the verdict is about this second.
        for (int tries = 1; ; tries++) {
            if (rules != null) {
                compare(rules);
            }
            long after = second();
            if (after == second || tries == SAMPLES_MAX) {
                break;
            }
            second = after;
        }
        long before = last.second;
        last = new Moment(second, jump);
        if (second < before) {
            observer.wentBack(before, second);
        }
        return last;
    }

    /**
     * The newest second of which what has expired by then may be deleted for good.
     *
     * @return {@link Long#MIN_VALUE} while the time is suspect
     */
    public long deletionSecond() {
        Moment now = look();
        return now.jump == null ? now.second : Long.MIN_VALUE;
    }

    /** How far the machine's clock has jumped ahead; zero while it is trusted. */
    public synchronized Duration ahead() {
        look();
        return jump == null ? Duration.ZERO : Duration.ofMillis(aheadMillis);
    }

    /** In what time a suspect time is accepted; zero while the clock is trusted. */
    public synchronized Duration graceLeft() {
        look();
        return jump == null || rules == null
                ? Duration.ZERO
                : rules.grace.minusNanos(rules.nanoTime.getAsLong() - jumpNanos);
    }

    /** Trusts a clock that has jumped; returns false if it has not. */
    public synchronized boolean accept() {
        look();
        if (jump == null) {
            return false;
        }
        end(jump, Verdict.ACCEPTED);
        last = new Moment(last.second, null);
        return true;
    }

    /** What the clock shows in milliseconds, trusted or not. */
    public long millis() {
        return clock.millis();
    }

    private long second() {
        return Math.floorDiv(clock.millis(), 1000L);
    }

    private void compare(Rules compared) {
        Sample now = sample(compared);
        aheadMillis = now.machineMillis - now.nanos / NANOS_PER_MILLI - baseMillis;
        long tolerance = compared.tolerance.toMillis();
        Jump current = jump;
        if (current == null && aheadMillis > tolerance) {
            jump = new Jump();
            jumpNanos = now.nanos;
            observer.jumped(Duration.ofMillis(aheadMillis));
        } else if (current == null) {
            follow(compared, now);
        } else if (aheadMillis <= tolerance) {
            end(current, Verdict.TAKEN_BACK);
        } else if (now.nanos - jumpNanos >= compared.grace.toNanos()) {
            end(current, Verdict.ACCEPTED);
        }
    }

    private void end(Jump ended, Verdict verdict) {
        ended.verdict = verdict;
        jump = null;
        baseMillis += aheadMillis;
        behind = false;
        observer.trusted(verdict == Verdict.TAKEN_BACK, Duration.ofMillis(aheadMillis));
    }

    private void follow(Rules compared, Sample now) {
        long drift = (now.nanos - followedNanos) / NANOS_PER_MILLI * DRIFT_PER_MILLE / 1000;
        if (drift > 0) {
            baseMillis += Math.max(-drift, Math.min(drift, aheadMillis));
            followedNanos = now.nanos;
        }
        boolean wasBehind = behind;
        behind = aheadMillis < -compared.tolerance.toMillis();
        if (behind && !wasBehind) {
            behindNanos = now.nanos;
        } else if (behind && now.nanos - behindNanos >= compared.grace.toNanos()) {
            baseMillis += aheadMillis;
            behind = false;
        }
    }

    /** Both clocks at once: a thread that was stopped between the two readings would see a jump. */
    private static Sample sample(Rules rules) {
        for (int tries = 1; ; tries++) {
            long before = rules.nanoTime.getAsLong();
            long millis = rules.machine.millis();
            long after = rules.nanoTime.getAsLong();
            if (after - before <= SAMPLE_NANOS_MAX || tries == SAMPLES_MAX) {
                return new Sample(millis, after);
            }
        }
    }
}
