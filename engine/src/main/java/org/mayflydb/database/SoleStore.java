package org.mayflydb.database;

import java.time.InstantSource;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ClockWatch;
import org.mayflydb.catalog.Catalog;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.charge.Throughput;
import org.mayflydb.format.StoreFormat;
import org.mayflydb.format.StoreUpgrade;
import org.mayflydb.membership.Membership;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreListener;

/**
 * A store that this process has to itself: it owns every partition until it ends, without a lease and without asking. Its node record
 * says who had the store open last.
 */
final class SoleStore implements OpenStore {
    private final Partition.Environment environment;
    private final InstantSource clock;
    private final Partition system;
    private final Catalog catalog;
    private final DroppedPartitions dropped;
    private final Membership node;
    private volatile @Nullable OpenContainers containers;

    /** Upgrades the store if necessary, or makes a new database in an empty one. */
    SoleStore(Store store, ClockWatch watch, EngineSettings settings) {
        this.clock = settings.time().clock();
        UUID owner = new UUID(settings.random().nextLong(), settings.random().nextLong());
        this.environment = new Partition.Environment(store, watch, settings.durability(), owner);
        StoreUpgrade.runIfNeeded(store, settings.listener());
        this.system = new Partition(Engine.SYSTEM, environment);
        StoreFormat.claim(store, system);
        boolean serverless = settings.rules().throughput().serverless();
        this.catalog = new Catalog(system, serverless ? null : Throughput.DEFAULT, settings.random());
        this.dropped = new DroppedPartitions(store, catalog, owner);
        this.node = Membership.join(store, owner, clock.millis(), catalog.version());
        store.listen(new StoreListener() {
            @Override
            public void settled() {
                catalog.distrust();
            }
        });
        dropped.removeAll();
    }

    @Override
    public Partition.Environment environment() {
        return environment;
    }

    @Override
    public Catalog catalog() {
        return catalog;
    }

    @Override
    public Partition partition(PartitionSpec spec) {
        return new Partition(spec, environment);
    }

    @Override
    public boolean owns(PartitionSpec spec) {
        return true;
    }

    @Override
    public void start(OpenContainers opened, Runnable moved) {
        containers = opened;
    }

    @Override
    public void changed(ContainerRecord container) {
        OpenContainers opened = containers;
        if (opened != null) {
            opened.update(container);
        }
    }

    @Override
    public void awaitEverywhere() {}

    @Override
    public void awaitGone(String databaseId, String containerId) {}

    @Override
    public void remove(ContainerRecord deleted) {
        deleted.partitions().forEach(partition -> dropped.remove(partition.number()));
    }

    @Override
    public Splitter splitter(Splitter.Containers opened) {
        return new Splits(this, opened, dropped);
    }

    /** Records that this process no longer has the store open. */
    @Override
    public void leave() {
        OpenContainers opened = containers;
        if (opened != null) {
            opened.saveStops();
        }
        OpenContainers.saveStop(system);
        node.leave(clock.millis());
    }
}
