package org.mayflydb.partition;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ClockWatch;
import org.mayflydb.base.ClockWatch.Jump;
import org.mayflydb.base.ClockWatch.Moment;
import org.mayflydb.base.ClockWatch.Verdict;

/**
 * The time of one partition, which never goes back: what was reported as expired stays so, whatever happens to the clock.
 *
 * <p>Seconds of a clock that has jumped ahead count on their own. If the jump is taken back they are forgotten, so nothing
 * stays hidden because of a wrong clock; if it is accepted they count like any other.
 */
final class PartitionTime {
    private final ClockWatch clock;

    /** The newest trusted second that was told. */
    private volatile long bound;

    /** The jump that was met last and the newest second that was told during it; null once it is settled. */
    private volatile @Nullable Suspect suspect;

    private record Suspect(Jump jump, long bound) {}

    PartitionTime(ClockWatch clock) {
        this.clock = clock;
    }

    /** What the clock shows, in milliseconds. */
    long millis() {
        return clock.millis();
    }

    /** Now, for an answer; not before {@code atLeast} nor any second that was told earlier. */
    long tell(long atLeast) {
        Moment moment = clock.moment();
        long known = bound;
        return moment.jump() == null && moment.second() <= known && suspect == null
                ? Math.max(known, atLeast)
                : Math.max(advance(moment), atLeast);
    }

    /** The newest second that was told and may be stored: none of a jump that may yet be taken back. */
    long trusted() {
        settle();
        return bound;
    }

    private synchronized long advance(Moment moment) {
        settle();
        Jump jump = moment.jump();
        if (jump == null || jump.verdict() == Verdict.ACCEPTED) {
            bound = Math.max(bound, moment.second());
        } else if (jump.verdict() == Verdict.SUSPECT) {
            Suspect known = suspect;
            if (known == null || known.bound < moment.second()) {
                suspect = new Suspect(jump, moment.second());
            }
        }
        Suspect current = suspect;
        return current == null ? Math.max(bound, moment.second()) : Math.max(bound, current.bound);
    }

    private synchronized void settle() {
        Suspect current = suspect;
        if (current == null || current.jump.verdict() == Verdict.SUSPECT) {
            return;
        }
        if (current.jump.verdict() == Verdict.ACCEPTED) {
            bound = Math.max(bound, current.bound);
        }
        suspect = null;
    }
}
