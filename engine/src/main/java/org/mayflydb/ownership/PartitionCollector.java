package org.mayflydb.ownership;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.ownership.CatalogView.Numbered;
import org.mayflydb.ownership.CatalogView.Removed;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.storage.CommitOutcome;

/**
 * Rule 13: drops a partition that nobody uses any more, or leaves it alone. Run by the owner of the system partition for every
 * number that is not in the map. A drop is a commit on the exact head, or on its absence, and leaves a dropped head for good, so
 * that a late writer finds the partition closed.
 */
public final class PartitionCollector {
    private final LocalNode node;
    private final int number;

    private PartitionCollector(LocalNode node, int number) {
        this.node = node;
        this.number = number;
    }

    /** Reads the head, <em>then</em> the catalog. */
    public static StoreStep of(LocalNode node, int number) {
        PartitionCollector collector = new PartitionCollector(node, number);
        return new StoreStep.ReadHead(
                number, head -> new StoreStep.ReadCatalog(read -> collector.decide(head, node.learn(read))));
    }

    private @Nullable StoreStep decide(@Nullable PartitionHead head, CatalogView catalog) {
        if (catalog.contains(number)) {
            return null;
        }
        PartitionHead.State state = head == null ? null : head.ownership().state();
        if (state == PartitionHead.State.DROPPED) {
            return forget(catalog);
        }
        Removed entry = catalog.deletedEntry(number);
        if (entry != null) {
            return head == null || head.owner().equals(Ownership.NOBODY)
                    ? drop(head)
                    : new StoreStep.ReadNode(
                            head.owner(),
                            record -> record == null
                                            || !record.alive()
                                            || node.rules().hasApplied(record, entry.version())
                                    ? drop(head)
                                    : null);
        }
        if (state == PartitionHead.State.ACTIVE) {
            return null;
        }
        if (state == PartitionHead.State.SPLITTING || state == PartitionHead.State.FENCED) {
            return drop(head);
        }
        Numbered allocation = catalog.allocationOf(number);
        if (allocation == null) {
            return null;
        }
        if (!catalog.contains(allocation.parent())) {
            return drop(head);
        }
        return new StoreStep.ReadHead(
                allocation.parent(), parent -> isAbandoned(allocation, parent) ? drop(head) : null);
    }

    /** The parent's next owner may name no child of an earlier epoch. */
    private boolean isAbandoned(Numbered allocation, @Nullable PartitionHead parent) {
        return parent != null
                && parent.epoch() > allocation.parentEpoch()
                && !parent.children().contains(number);
    }

    private StoreStep drop(@Nullable PartitionHead head) {
        PartitionHead before = head == null ? PartitionHead.EMPTY : head;
        Ownership nobody = new Ownership(
                PartitionHead.State.DROPPED,
                before.epoch() + 1,
                Ownership.NOBODY,
                before.sequence() + 1,
                node.nextAcquisition());
        PartitionHead dropped = HeadLine.changed(before, nobody, before.time(), List.of());
        return new StoreStep.WriteHead(
                number,
                head,
                dropped,
                true,
                null,
                outcome -> outcome == CommitOutcome.APPLIED ? forget(node.catalog()) : null);
    }

    /** Entries are removed only once the dropped head was seen. */
    private @Nullable StoreStep forget(CatalogView catalog) {
        return catalog.deletedEntry(number) == null && catalog.allocationOf(number) == null
                ? null
                : new StoreStep.ChangeCatalog(new CatalogEdit.Forget(number), done -> null);
    }
}
