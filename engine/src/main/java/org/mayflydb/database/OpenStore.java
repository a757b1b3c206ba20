package org.mayflydb.database;

import java.time.InstantSource;
import java.util.UUID;
import org.mayflydb.base.ClockWatch;
import org.mayflydb.catalog.Catalog;
import org.mayflydb.charge.Throughput;
import org.mayflydb.format.StoreFormat;
import org.mayflydb.format.StoreUpgrade;
import org.mayflydb.membership.Membership;
import org.mayflydb.partition.Partition;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreListener;

/** A store that this process has opened: in the current format, with its catalog and a node record for the process. */
final class OpenStore {
    private final Partition.Environment environment;
    private final InstantSource clock;
    private final Partition system;
    private final Catalog catalog;
    private final Membership node;

    /** Upgrades the store if necessary, or makes a new database in an empty one. */
    OpenStore(Store store, ClockWatch watch, EngineSettings settings) {
        this.clock = settings.time().clock();
        UUID owner = new UUID(settings.random().nextLong(), settings.random().nextLong());
        this.environment = new Partition.Environment(store, watch, settings.durability(), owner);
        StoreUpgrade.runIfNeeded(store, settings.listener());
        this.system = new Partition(Engine.SYSTEM, environment);
        StoreFormat.claim(store, system);
        boolean serverless = settings.rules().throughput().serverless();
        this.catalog = new Catalog(system, serverless ? null : Throughput.DEFAULT, settings.random());
        this.node = Membership.join(store, owner, clock.millis(), catalog.version());
        store.listen(new StoreListener() {
            @Override
            public void settled() {
                catalog.distrust();
            }
        });
    }

    Partition.Environment environment() {
        return environment;
    }

    Catalog catalog() {
        return catalog;
    }

    /** Records that this process no longer has the store open. */
    void leave() {
        OpenContainers.saveStop(system);
        node.leave(clock.millis());
    }
}
