package org.mayflydb.junit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.mayflydb.base.MovableClock;
import org.mayflydb.database.Engine;
import org.mayflydb.json.JsonObject;
import org.mayflydb.server.admin.FlushEndpoint;

/**
 * The database's time. {@code clock.advance(Duration.ofDays(90))} is ninety days later, for this database alone: no other
 * test, and nothing else in this process, notices.
 */
public final class MayflyClock implements InstantSource {
    private final MovableClock clock;
    private final Engine engine;

    MayflyClock(MovableClock clock, Engine engine) {
        this.clock = clock;
        this.engine = engine;
    }

    /** What time it is for the database; {@code _ts} of a write is its second. */
    @Override
    public Instant instant() {
        return clock.instant();
    }

    /**
     * Lets time pass. When this returns, what expires within it is not only out of sight but deleted, so that change feeds
     * of all versions show these deletes.
     *
     * @throws IllegalArgumentException if {@code amount} is negative
     */
    public void advance(Duration amount) {
        if (amount.isNegative()) {
            throw new IllegalArgumentException("Time does not pass backwards; moveTo(Instant) sets the clock back.");
        }
        clock.advance(amount);
        purge();
    }

    /** Sets the clock, also back, and then deletes what has expired by it. What was deleted before does not come back. */
    public void moveTo(Instant instant) {
        clock.set(instant);
        purge();
    }

    /** Deletes now what has expired; of use where the clock runs by itself, or a change of a default let items expire. */
    public void purge() {
        new FlushEndpoint(engine).run(JsonObject.empty());
    }
}
