package org.mayflydb.bench;

import java.util.Locale;
import org.mayflydb.base.Invariant;
import org.mayflydb.embedded.Container;
import org.mayflydb.storage.Durability;

/** Purging expired items step by step, against deletes of the same keys in batches of the same size. */
final class PurgeBench {
    private static final double AIM = 0.6;
    private static final int STEP_ITEMS = 100;

    private final Twins twins;
    private final BenchSettings settings;

    PurgeBench(Twins twins, BenchSettings settings) {
        this.twins = twins;
        this.settings = settings;
    }

    /** Items whose own lifetime is over; the twins must have been opened with this durability. */
    Measurement ownLifetime(Durability durability) {
        twins.container().defaultTtlSeconds(-1);
        return run("purge own ttl", durability);
    }

    /** Items that inherit a lifetime that is over, after those of their own are gone. */
    Measurement inherited(Durability durability) {
        twins.container().defaultTtlSeconds(Twins.DEFAULT_TTL_SECONDS);
        return run("purge inherited", durability);
    }

    private Measurement run(String name, Durability durability) {
        Container container = twins.container();
        Replay replay = new Replay(twins, durability);
        int steps = settings.purgedPerRound() / STEP_ITEMS;
        return Duel.run(
                name + " " + durability.name().toLowerCase(Locale.ROOT),
                twins.live(),
                AIM,
                () -> replay.ours(1, threadIndex -> purge(container, steps)),
                () -> replay.limit(settings.purgedPerRound()));
    }

    private static long purge(Container container, int steps) {
        for (int i = 0; i < steps; i++) {
            int items = container.purge(STEP_ITEMS).items();
            Invariant.check(items == STEP_ITEMS, "there are enough expired items for every step");
        }
        return (long) steps * STEP_ITEMS;
    }
}
