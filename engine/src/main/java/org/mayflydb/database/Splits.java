package org.mayflydb.database;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.Catalog;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.database.ContainerRounds.Progress;
import org.mayflydb.item.Items;
import org.mayflydb.item.check.EntryOwner;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.split.ChildWriter;
import org.mayflydb.split.PartitionSplit;
import org.mayflydb.storage.Store;

/**
 * Splits partitions in the background until every container has as many as its throughput asks for, one after the other.
 *
 * <p>The entries of a split partition are removed a while later, because requests that had begun may still read them. A split
 * that fails leaves nothing behind and is tried again later; so is one that the end of the process interrupts.
 */
final class Splits implements Splitter {
    /** Longer than any request takes. */
    static final long READERS_MILLIS = 60_000;

    private final OpenStore open;
    private final Store store;
    private final Catalog catalog;
    private final Containers containers;
    private final DroppedPartitions dropped;
    private volatile boolean closed;
    private volatile @Nullable PartitionSplit running;

    Splits(OpenStore open, Containers containers, DroppedPartitions dropped) {
        this.open = open;
        this.store = open.environment().store();
        this.catalog = open.catalog();
        this.containers = containers;
        this.dropped = dropped;
    }

    @Override
    public List<ContainerRecord> due() {
        return catalog.containers().stream().filter(Splitter::needsMore).toList();
    }

    @Override
    public Progress step(ContainerRecord due) {
        ContainerRecord container = catalog.findContainer(due.database().id(), due.id());
        if (closed || container == null || !Splitter.needsMore(container)) {
            return Progress.DONE;
        }
        split(container);
        return Progress.MORE;
    }

    private void split(ContainerRecord container) {
        Items items = containers.open(container);
        PartitionSpec spec = Splitter.widest(container);
        Partition parent = items.partition(spec.number());
        if (parent == null || parent.isRetired()) {
            throw NotFoundException.owner();
        }
        List<PartitionSpec> children =
                catalog.partitions().nameChildren(container, spec, parent.head().epoch());
        List<ChildWriter> writers = children.stream()
                .map(child -> new ChildWriter(
                        store.partition(child.number()),
                        child.range(),
                        open.environment().owner()))
                .toList();
        EntryOwner owners = new EntryOwner(container.properties().partitionKey());
        try (PartitionSplit split = new PartitionSplit(parent, owners, writers)) {
            running = split;
            split.copy();
            // Most of it now, so that the parent does not stand still for it.
            store.sync();
            containers.exclusively(
                    container,
                    () -> split.finish(() -> {
                        store.sync();
                        ContainerRecord done = catalog.partitions().replaceParent(container, spec, children);
                        items.replacePartitions(done.partitions(), open::partition);
                        return done;
                    }));
        } catch (RuntimeException | Error failure) {
            removeUnused(children);
            throw failure;
        } finally {
            running = null;
        }
        containers.split(container, spec, items, () -> dropped.remove(spec.number()));
    }

    /** Removes what a failed split has copied. If it has succeeded after all, the children are no longer listed as dropped. */
    private void removeUnused(List<PartitionSpec> children) {
        try {
            for (PartitionSpec child : children) {
                if (!closed) {
                    dropped.remove(child.number());
                }
            }
        } catch (MayflyException failing) {
            // They stay listed as dropped: the next start removes them.
        }
    }

    @Override
    public void cancel() {
        closed = true;
        PartitionSplit split = running;
        if (split != null) {
            split.cancel();
        }
    }
}
