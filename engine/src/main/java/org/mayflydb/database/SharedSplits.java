package org.mayflydb.database;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.Catalog;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.database.ContainerRounds.Progress;
import org.mayflydb.item.check.EntryOwner;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.split.SplitEntries;

/**
 * Splits partitions of a shared store, each by its owner. How far a split has come is in the heads of its partitions, so whoever owns
 * the parent next continues it.
 */
final class SharedSplits implements Splitter {
    private final SharedStore store;
    private final Catalog catalog;
    private volatile boolean cancelled;

    SharedSplits(SharedStore store) {
        this.store = store;
        this.catalog = store.catalog();
    }

    @Override
    public List<ContainerRecord> due() {
        List<Integer> unfinished = store.node().unfinishedSplits();
        return catalog.containers().stream()
                .filter(container -> next(container, unfinished) != null)
                .toList();
    }

    /** The partition of this process to split next, or whose split has begun; null if there is none. */
    private @Nullable PartitionSpec next(ContainerRecord container, List<Integer> unfinished) {
        for (PartitionSpec partition : container.partitions()) {
            if (unfinished.contains(partition.number())) {
                return partition;
            }
        }
        if (!Splitter.needsMore(container)) {
            return null;
        }
        PartitionSpec widest = Splitter.widest(container);
        return store.owns(widest) ? widest : null;
    }

    @Override
    public Progress step(ContainerRecord due) {
        ContainerRecord container = catalog.findContainer(due.database().id(), due.id());
        PartitionSpec parent = container == null || cancelled
                ? null
                : next(container, store.node().unfinishedSplits());
        if (container == null || parent == null) {
            return Progress.DONE;
        }
        var definition = container.properties().partitionKey();
        SplitEntries contents =
                new SplitEntries(new EntryOwner(definition), parent.range().halves(definition));
        return store.node().split(parent.number(), contents, () -> cancelled) ? Progress.MORE : Progress.BLOCKED;
    }

    @Override
    public void cancel() {
        cancelled = true;
    }
}
