package org.mayflydb.bench;

import java.util.concurrent.atomic.AtomicInteger;
import org.mayflydb.embedded.Container;
import org.mayflydb.storage.Durability;

/** Changing the default lifetime of a whole container, against a synced write of the same few keys. */
final class TtlChangeBench {
    static final String NAME = "change of default ttl";

    /** One by itself is too short to be timed well. */
    private static final int CHANGES_PER_ROUND = 20;

    private final Twins twins;
    private double keysWritten;

    TtlChangeBench(Twins twins) {
        this.twins = twins;
    }

    /** The twins must have been opened with synced commits. */
    Measurement run() {
        Container container = twins.container();
        Replay replay = new Replay(twins, Durability.SYNCED);
        AtomicInteger seconds = new AtomicInteger(Twins.LONG_DEFAULT_TTL_SECONDS);
        return Duel.run(
                NAME,
                twins.live(),
                0,
                () -> {
                    Round round = replay.ours(1, threadIndex -> {
                        for (int i = 0; i < CHANGES_PER_ROUND; i++) {
                            container.defaultTtlSeconds(seconds.incrementAndGet());
                        }
                        return CHANGES_PER_ROUND;
                    });
                    keysWritten = (double) replay.changes() / CHANGES_PER_ROUND;
                    return round;
                },
                () -> replay.limit(CHANGES_PER_ROUND));
    }

    /** How many keys a change wrote, on average. */
    double keysWritten() {
        return keysWritten;
    }
}
