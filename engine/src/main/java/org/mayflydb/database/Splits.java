package org.mayflydb.database;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.Catalog;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.item.EntryOwner;
import org.mayflydb.item.Items;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.split.ChildWriter;
import org.mayflydb.split.PartitionSplit;
import org.mayflydb.storage.Store;

/**
 * Splits partitions in the background until every container has as many as its throughput asks for, one after the other.
 *
 * <p>What a split partition held is removed a while later, because requests that had begun may still read it. A split that
 * does not succeed leaves nothing behind and is tried again later; so is one that the end of the program interrupts.
 */
final class Splits implements AutoCloseable {
    /** Longer than any request takes. */
    static final long READERS_MILLIS = 60_000;

    static final long RETRY_MILLIS = 1000;

    private final Store store;
    private final Catalog catalog;
    private final Containers containers;
    private final @Nullable StepThread ownThread;
    private final StepTimer timer;
    private final AtomicLong failures = new AtomicLong();
    private final BackgroundFailures listeners;

    private boolean awake; // guarded by this
    private volatile boolean closed;
    private volatile @Nullable PartitionSplit underWay;

    /** What splits need of the engine. */
    interface Containers {
        /** The items of a container. */
        Items open(ContainerRecord container);

        Partition open(PartitionSpec partition);

        /** Runs something while the container is not changed, opened or discarded otherwise. */
        void exclusively(ContainerRecord container, Runnable action);

        /** The container has a partition no more. */
        void dropped(ContainerRecord container, PartitionSpec partition);

        /** Has other partitions from now on. */
        void adapted(Items items);
    }

    /** @param given where splits are done, without any waiting in between; null for a thread of their own */
    Splits(
            Store store,
            Catalog catalog,
            Containers containers,
            @Nullable Executor given,
            BackgroundFailures listeners) {
        this.listeners = listeners;
        this.store = store;
        this.catalog = catalog;
        this.containers = containers;
        if (given == null) {
            StepThread thread = new StepThread("mayfly-split");
            this.ownThread = thread;
            this.timer = thread;
        } else {
            this.ownThread = null;
            this.timer = (delayMillis, step) -> given.execute(step);
        }
    }

    /** Begins to split if a container has too few partitions and nobody is at it already. */
    synchronized void begin() {
        if (!awake && !closed && next() != null) {
            awake = true;
            timer.runAfter(0, this::step);
        }
    }

    /** How many splits have failed; each is tried again. */
    long failures() {
        return failures.get();
    }

    private @Nullable ContainerRecord next() {
        return catalog.containers().stream()
                .filter(container -> container.partitions().size() < container.partitionsWanted())
                .findFirst()
                .orElse(null);
    }

    private void step() {
        long pauseMillis = 0;
        try {
            ContainerRecord container = closed ? null : next();
            if (container != null) {
                split(container);
            }
        } catch (RuntimeException | Error failed) {
            failures.incrementAndGet();
            listeners.report("Splitting a partition", failed);
            pauseMillis = RETRY_MILLIS;
        }
        goOn(pauseMillis);
    }

    private synchronized void goOn(long millis) {
        awake = !closed && next() != null;
        if (awake) {
            timer.runAfter(millis, this::step);
        }
    }

    private void split(ContainerRecord container) {
        Items items = containers.open(container);
        PartitionSpec spec = widest(container);
        Partition parent = items.partition(spec.number());
        if (parent == null || parent.isRetired()) {
            throw NotFoundException.owner();
        }
        List<PartitionSpec> children = catalog.nameChildren(container, spec, parent.head().epoch());
        List<ChildWriter> writers = children.stream()
                .map(child -> new ChildWriter(store.partition(child.number()), child.range()))
                .toList();
        EntryOwner owners = new EntryOwner(container.properties().partitionKey());
        try (PartitionSplit split = new PartitionSplit(parent, owners, writers)) {
            underWay = split;
            split.copy();
            // Most of it now, so that the parent does not stand still for it.
            store.sync();
            containers.exclusively(
                    container,
                    () -> split.finish(() -> {
                        store.sync();
                        ContainerRecord done = catalog.replacePartition(container, spec, children);
                        items.replacePartitions(done.partitions(), containers::open);
                    }));
        } catch (RuntimeException | Error failure) {
            dropUnused(container, children);
            throw failure;
        } finally {
            underWay = null;
        }
        containers.adapted(items);
        timer.runAfter(READERS_MILLIS, () -> dropParent(container, spec));
    }

    /** The one that was split least often, which holds most of the hash space. */
    private static PartitionSpec widest(ContainerRecord container) {
        return container.partitions().stream()
                .min(Comparator.comparingInt(partition -> partition.ancestors().size()))
                .orElseThrow();
    }

    /** Removes what a failed split has copied, unless it is not known whether it has failed. */
    private void dropUnused(ContainerRecord container, List<PartitionSpec> children) {
        try {
            ContainerRecord current = catalog.findContainer(container.database().id(), container.id());
            if (current == null || !current.partitions().containsAll(children)) {
                children.forEach(child -> drop(child.number()));
            }
        } catch (MayflyException failing) {
            // They are named as dropped, or else they are in use: the next start knows.
        }
    }

    private void dropParent(ContainerRecord container, PartitionSpec parent) {
        try {
            drop(parent.number());
        } catch (RuntimeException | Error failure) {
            // It is named as dropped: the next start tries again.
            listeners.report("Dropping a partition that was split", failure);
        }
        containers.dropped(container, parent);
    }

    private void drop(int partitionNumber) {
        if (!closed) {
            store.drop(partitionNumber);
            catalog.forgetDropped(partitionNumber);
        }
    }

    /** Gives up what is under way. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        PartitionSplit split = underWay;
        if (split != null) {
            split.cancel();
        }
        if (ownThread != null) {
            ownThread.close();
        }
    }
}
