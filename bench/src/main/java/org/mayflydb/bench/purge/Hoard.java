package org.mayflydb.bench.purge;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.mayflydb.base.MovableClock;
import org.mayflydb.bench.SampleItem;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.storage.Durability;

/**
 * A database with one container in which some items stay and others are going to expire, all in the same second: half of
 * them by a lifetime of their own, half by the container's default. Those that stay say so themselves.
 */
final class Hoard implements AutoCloseable {
    static final int LIFETIME_SECONDS = 1_000_000;

    private static final Instant START = Instant.ofEpochSecond(1_794_700_800L);
    static final int FOR_EVER = -1;

    private final MovableClock clock = MovableClock.startingAt(START);
    private final Mayfly mayfly;
    private final Container container;
    private final int staying;
    private final int expiring;

    private Hoard(Path directory, int staying, int expiring, boolean backgroundPurge) {
        this.mayfly = Mayfly.builder()
                .clock(clock)
                .durability(Durability.RELAXED)
                .backgroundPurge(backgroundPurge)
                .open(directory);
        this.container = mayfly.createDatabase("bench")
                .createContainer(ContainerSpec.named("items")
                        .partitionKey(SampleItem.PARTITION_KEY_PATH)
                        .defaultTtlSeconds(LIFETIME_SECONDS));
        this.staying = staying;
        this.expiring = expiring;
    }

    /** Makes one; those that stay are written evenly among the others, and have the lowest numbers. */
    static Hoard fill(Path directory, int staying, int expiring, boolean backgroundPurge) {
        Hoard hoard = new Hoard(directory, staying, expiring, backgroundPurge);
        int stayed = 0;
        for (int i = 0; i < expiring; i++) {
            while ((long) stayed * expiring <= (long) i * staying && stayed < staying) {
                hoard.container.create(SampleItem.json(stayed++, FOR_EVER));
            }
            int number = staying + i;
            hoard.container.create(i % 2 == 0 ? SampleItem.json(number, LIFETIME_SECONDS) : SampleItem.json(number));
        }
        while (stayed < staying) {
            hoard.container.create(SampleItem.json(stayed++, FOR_EVER));
        }
        return hoard;
    }

    /** Moves the clock so that all that can expire has expired. */
    void expire() {
        clock.advance(Duration.ofSeconds(LIFETIME_SECONDS));
    }

    Container container() {
        return container;
    }

    /** How many items were purged so far. */
    long purged() {
        return mayfly.engine().background().purgedItems();
    }

    int staying() {
        return staying;
    }

    int expiring() {
        return expiring;
    }

    @Override
    public void close() {
        mayfly.close();
    }
}
