package org.mayflydb.backup;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.mayflydb.base.MovableClock;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.database.TtlChange;
import org.mayflydb.item.Items;
import org.mayflydb.json.JsonObject;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.Store;

/**
 * The items of a store that is being restored, and what becomes of those that have expired.
 *
 * <p>The clock stands still meanwhile, so that all items are judged at the same time: what has expired is purged, and TTL is
 * switched off at that same time.
 */
final class RestoredItems implements AutoCloseable {
    /** What expires while a long purge runs is purged by the next one; these end even if something always expires. */
    private static final int PURGES_MAX = 10;

    private final Engine engine;
    private final MovableClock clock;
    private final InstantSource machine;

    private RestoredItems(Engine engine, MovableClock clock, InstantSource machine) {
        this.engine = engine;
        this.clock = clock;
        this.machine = machine;
    }

    static RestoredItems open(Store store, InstantSource machine) {
        MovableClock clock = MovableClock.startingAt(machine.instant());
        EngineSettings settings = EngineSettings.defaults()
                .withClock(clock)
                .withPurgeTimer(StepTimer.NEVER)
                // Closing the store makes everything safe, and nobody is told anything before.
                .withDurability(Durability.RELAXED);
        return new RestoredItems(Engine.open(store, settings), clock, machine);
    }

    RestoreReport settle(RestoreOptions options) {
        engine.skipNumbers();
        long purged = options.reviveExpired() ? 0 : purge();
        long kept = options.reviveExpired() ? expiredItems() : 0;
        int disabled = options.disableTtl() ? disableTtl() : 0;
        long items = 0;
        for (ContainerRecord container : containers()) {
            items += engine.watchedItems(container).usage().items();
        }
        return new RestoreReport(clock.instant(), containers().size(), items, purged, kept, disabled, List.of());
    }

    private long purge() {
        long all = 0;
        for (int round = 0; round < PURGES_MAX; round++) {
            clock.set(machine.instant());
            long purged = 0;
            for (ContainerRecord container : containers()) {
                Items items = engine.watchedItems(container);
                purged += items.removal().purgeAll().items();
            }
            all += purged;
            if (purged == 0) {
                break;
            }
        }
        return all;
    }

    private long expiredItems() {
        long expired = 0;
        for (ContainerRecord container : containers()) {
            expired += engine.watchedItems(container)
                    .removal()
                    .progress(Long.MAX_VALUE)
                    .backlog()
                    .items();
        }
        return expired;
    }

    private int disableTtl() {
        int disabled = 0;
        for (ContainerRecord container : containers()) {
            if (container.ttl().isOn()) {
                // The path makes no sense without a default, and the service refuses it.
                JsonObject properties =
                        container.properties().toJson().without("defaultTtl").without("ttlPropertyPath");
                engine.replaceContainer(
                        container.database().id(), container.id(), properties, null, TtlChange.CONFIRMED);
                disabled++;
            }
        }
        return disabled;
    }

    private List<ContainerRecord> containers() {
        List<ContainerRecord> containers = new ArrayList<>();
        for (DatabaseRecord database : engine.databases()) {
            containers.addAll(engine.containers(database.id()));
        }
        return containers;
    }

    @Override
    public void close() {
        engine.close();
    }
}
