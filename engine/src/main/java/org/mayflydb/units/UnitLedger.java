package org.mayflydb.units;

/**
 * The units that one partition may spend in a second, and who has spent them.
 *
 * <p><b>Requests.</b> One is admitted while the second's units are not all spent. What it costs is known when it is done,
 * so the last one may spend more than there was; the excess is a debt that the next seconds pay. Units that nobody spends
 * are gone with their second.
 *
 * <p><b>The purge</b> gets what requests leave over. Units fall due evenly over the second, and those that have fallen due
 * without being spent are left over. What the purge spends is booked apart, so it never keeps a request from being
 * admitted; if a step of it costs more than was left, it pays that before it gets more.
 *
 * <p>Time and budget are given with every call: a throughput that is changed counts at once. Safe for use by many threads.
 */
public final class UnitLedger {
    private static final long SECOND_MILLIS = 1000;

    private long second = Long.MIN_VALUE;
    private double byRequests;
    private double byPurge;

    /** When a request may come again, in milliseconds; 0 if it may now. */
    public synchronized long waitMillis(long nowMillis, double unitsPerSecond) {
        turn(nowMillis, unitsPerSecond);
        if (byRequests < unitsPerSecond) {
            return 0;
        }
        // The first second in which the debt is less than its units.
        long seconds = (long) Math.floor(byRequests / unitsPerSecond);
        return seconds * SECOND_MILLIS - Math.floorMod(nowMillis, SECOND_MILLIS);
    }

    /** Books what a request has cost. */
    public synchronized void spend(long nowMillis, double unitsPerSecond, double units) {
        turn(nowMillis, unitsPerSecond);
        byRequests += units;
    }

    /** What the purge may spend now. */
    public synchronized double leftOver(long nowMillis, double unitsPerSecond) {
        turn(nowMillis, unitsPerSecond);
        double due = unitsPerSecond * Math.floorMod(nowMillis, SECOND_MILLIS) / SECOND_MILLIS;
        return Math.max(0, due - byRequests - byPurge);
    }

    /** Books what a step of the purge has cost. */
    public synchronized void spendOnPurge(long nowMillis, double unitsPerSecond, double units) {
        turn(nowMillis, unitsPerSecond);
        byPurge += units;
    }

    /** Begins another second, with what is still owed from the one before. */
    private void turn(long nowMillis, double unitsPerSecond) {
        long now = Math.floorDiv(nowMillis, SECOND_MILLIS);
        if (now == second) {
            return;
        }
        // A clock that was moved backwards begins anew as well, but pays for no more than one second.
        long passed = second == Long.MIN_VALUE ? 1 : Math.max(1, now - second);
        double fellDue = unitsPerSecond * passed;
        byPurge = Math.max(0, byPurge - Math.max(0, fellDue - byRequests));
        byRequests = Math.max(0, byRequests - fellDue);
        second = now;
    }
}
