package org.mayflydb.ownership;

/**
 * Rule 8: the wall clock that a purge goes by. One wrong clock may hide items early, but it never deletes them: the highest clock
 * of the other hosts must agree. Without other hosts there is only the local rule: after a jump ahead the purge follows the
 * monotonic clock, and believes the jump after G.
 */
public final class PurgeClock {
    private final Rules rules;
    private final NodeClocks clocks;
    private final String host;
    private final PeerWatch watch;

    /** Since when no other host was alive and all others' clocks were behind, in every poll. */
    private long aloneSince;

    private boolean alone;
    private long lastPoll;
    private boolean polled;

    /** The trusted wall clock at a monotonic time, and since when the real one is ahead of it. */
    private long trustedWall;

    private long trustedAt;
    private long aheadSince;
    private boolean ahead;

    PurgeClock(Rules rules, NodeClocks clocks, String host, PeerWatch watch) {
        this.rules = rules;
        this.clocks = clocks;
        this.host = host;
        this.watch = watch;
    }

    /** Takes note of a poll that the watch has just seen. */
    void polled() {
        long monotonic = clocks.monotonic();
        boolean wasAlone = alone;
        alone = !watch.isOtherHostAlive(host) && secondClock(monotonic) < clocks.wall();
        if (alone && !wasAlone) {
            aloneSince = monotonic;
        }
        followWall(monotonic);
        polled = true;
        lastPoll = monotonic;
    }

    private void followWall(long monotonic) {
        long expected = trustedWall + (monotonic - trustedAt);
        long wall = clocks.wall();
        boolean jumped = polled && wall > expected + rules.times().skew();
        if (jumped && !ahead) {
            aheadSince = monotonic;
        }
        ahead = jumped && monotonic - aheadSince < rules.times().trust();
        trustedWall = ahead ? expected : wall;
        trustedAt = monotonic;
    }

    private long secondClock(long monotonic) {
        return watch.otherHostsHigh(host, monotonic) + rules.times().skew();
    }

    /** In milliseconds. Before the first poll nothing may be purged. */
    long wall() {
        long monotonic = clocks.monotonic();
        if (!polled) {
            return -Rules.NEVER;
        }
        return isLocal()
                ? Math.min(clocks.wall(), trustedWall + (monotonic - trustedAt))
                : Math.min(clocks.wall(), secondClock(monotonic));
    }

    /** Whether no other host confirms the clock: a wrong one can purge early then, which calls for an alarm. */
    public boolean isLocal() {
        long monotonic = clocks.monotonic();
        if (watch.otherHostsHigh(host, monotonic) <= -Rules.NEVER / 2) {
            return true;
        }
        return alone
                && monotonic - lastPoll <= 2 * rules.times().poll()
                && lastPoll - aloneSince >= rules.times().trust();
    }
}
