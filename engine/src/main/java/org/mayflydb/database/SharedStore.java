package org.mayflydb.database;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ClockWatch;
import org.mayflydb.base.GoneException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.catalog.Catalog;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.charge.Throughput;
import org.mayflydb.format.StoreFormat;
import org.mayflydb.node.Node;
import org.mayflydb.node.SharedCatalog;
import org.mayflydb.node.SharingSettings;
import org.mayflydb.ownership.CatalogEdit;
import org.mayflydb.ownership.CatalogView;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.Store;

/** A store that several processes share. This one owns the partitions that it has acquired, for as long as its lease is valid. */
final class SharedStore implements OpenStore, SharedCatalog {
    /** Another process that makes the same store may take its lease to come back. */
    private static final int START_LEASES_MAX = 4;

    private final Partition.Environment environment;
    private final Catalog catalog;
    private final SharingSettings sharing;
    private final Node node;
    private final EngineListener listener;
    private volatile @Nullable NodeLoops loops;
    private volatile @Nullable OpenContainers containers;
    private volatile Runnable partitionsMoved = () -> {};

    SharedStore(Store store, ClockWatch watch, EngineSettings settings, SharingSettings sharing) {
        this.sharing = sharing;
        this.listener = settings.listener();
        this.environment = new Partition.Environment(store, watch, Durability.SYNCED, new UUID(0, 1));
        if (StoreFormat.isRecorded(store)) {
            StoreFormat.check(store);
        }
        boolean serverless = settings.rules().throughput().serverless();
        this.catalog = new Catalog(
                store.partition(Engine.SYSTEM.number()),
                this::system,
                serverless ? null : Throughput.DEFAULT,
                settings.random());
        this.node = new Node(environment, sharing, this);
        join(store);
        catalog.distrust();
    }

    /** Registers this process, and waits until one of all processes has made the store. */
    private void join(Store store) {
        node.renew();
        long start = sharing.clocks().monotonic();
        while (!StoreFormat.isRecorded(store)) {
            node.poll();
            node.acquire(CatalogView.SYSTEM);
            Partition system = partition(Engine.SYSTEM);
            if (system != null) {
                StoreFormat.record(system);
            } else if (sharing.clocks().monotonic() - start
                    > START_LEASES_MAX * sharing.times().lease()) {
                throw new UnavailableException("The store at " + store.location()
                        + " is being made by another server that does not finish. Start this one again later.");
            } else {
                sharing.pause().millis(sharing.times().poll());
            }
        }
        StoreFormat.check(store);
    }

    Node node() {
        return node;
    }

    private Partition system() {
        Partition system = partition(Engine.SYSTEM);
        if (system == null) {
            throw GoneException.moved();
        }
        return system;
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
    public @Nullable Partition partition(PartitionSpec spec) {
        return node.partition(spec);
    }

    @Override
    public boolean owns(PartitionSpec spec) {
        return node.partition(spec) != null;
    }

    @Override
    public void start(OpenContainers opened, Runnable moved) {
        containers = opened;
        partitionsMoved = moved;
        node.poll();
        node.balance();
        if (sharing.ownThreads()) {
            NodeLoops started = new NodeLoops(node, sharing.times(), listener);
            loops = started;
            started.start();
        }
    }

    /** A partition may be moving now, and its next owner reads the record anyway. */
    @Override
    public void changed(ContainerRecord container) {}

    @Override
    public void awaitEverywhere() {
        node.awaitEverywhere();
    }

    @Override
    public void awaitGone(String databaseId, String containerId) {
        node.awaitGone(ContainerRecord.path(databaseId, containerId));
        // A new container is used at once.
        node.balance();
    }

    /** The owner of the system partition collects it. */
    @Override
    public void remove(ContainerRecord deleted) {}

    @Override
    public Splitter splitter(Splitter.Containers opened) {
        return new SharedSplits(this);
    }

    @Override
    public void leave() {
        NodeLoops running = loops;
        if (running != null) {
            running.close();
        }
        node.leave();
    }

    @Override
    public CatalogView read() {
        return catalog.reload();
    }

    @Override
    public boolean change(CatalogEdit edit) {
        if (owns(Engine.SYSTEM)) {
            return changeHere(edit);
        }
        UUID owner = PartitionHead.stored(environment.store().partition(CatalogView.SYSTEM))
                .owner();
        return sharing.peers().changeCatalog(owner, edit);
    }

    /** Changes the catalog on behalf of a process that may be another one. */
    boolean changeHere(CatalogEdit edit) {
        if (edit instanceof CatalogEdit.NumberChildren number) {
            catalog.partitions().numberChildren(number.parent(), number.parentEpoch());
        } else if (edit instanceof CatalogEdit.ReplaceParent replace) {
            catalog.partitions().replaceParent(replace.parent(), replace.children());
        } else if (edit instanceof CatalogEdit.Forget forget) {
            catalog.partitions().forgetDropped(forget.partition());
        } else {
            throw new IllegalArgumentException("unknown change of the catalog: " + edit);
        }
        return true;
    }

    @Override
    public @Nullable PartitionSpec spec(int partition) {
        if (partition == Engine.SYSTEM.number()) {
            return Engine.SYSTEM;
        }
        return catalog.findPartition(partition);
    }

    @Override
    public List<Integer> unused() {
        return catalog.partitions().dropped();
    }

    @Override
    public void apply() {
        OpenContainers opened = containers;
        if (opened != null) {
            opened.updateAll();
            partitionsMoved.run();
        }
    }
}
