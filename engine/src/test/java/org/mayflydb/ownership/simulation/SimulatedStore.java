package org.mayflydb.ownership.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mayflydb.membership.NodeRecord;
import org.mayflydb.ownership.CatalogView;
import org.mayflydb.ownership.StoreStep;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.storage.CommitOutcome;

/** What is stored: node records, and partitions with a head and items. Every request is atomic when it arrives. */
final class SimulatedStore {
    static final int KEYS = 8;
    private static final int PAGE_KEYS = 2;

    /** One partition. */
    static final class Stored {
        final int number;

        @Nullable
        PartitionHead head;

        final @Nullable Version[] items = new Version[KEYS];

        /** The keys that belong to it. */
        int low;

        int high = KEYS;

        Stored(int number) {
            this.number = number;
        }
    }

    private final Invariants invariants;
    private List<NodeRecord> nodes = List.of();
    private final List<Stored> partitions = new ArrayList<>();
    private CatalogView catalog;

    SimulatedStore(Invariants invariants, CatalogView catalog) {
        this.invariants = invariants;
        this.catalog = catalog;
        placeNew(CatalogView.FIRST, catalog);
    }

    CatalogView catalog() {
        return catalog;
    }

    List<NodeRecord> nodes() {
        return nodes;
    }

    Stored partition(int number) {
        while (partitions.size() <= number) {
            partitions.add(new Stored(partitions.size()));
        }
        return partitions.get(number);
    }

    @Nullable
    NodeRecord node(UUID id) {
        for (NodeRecord node : nodes) {
            if (node.id().equals(id)) {
                return node;
            }
        }
        return null;
    }

    /** Performs a request; returns its result. */
    @Nullable
    Object perform(Call call) {
        StoreStep step = call.step;
        if (step == null) {
            return partition(call.partition).items[call.key];
        } else if (step instanceof StoreStep.ReadHead read) {
            return partition(read.partition()).head;
        } else if (step instanceof StoreStep.WriteHead write) {
            return commit(call, write);
        } else if (step instanceof StoreStep.ReadNodes) {
            return nodes;
        } else if (step instanceof StoreStep.ReadNode read) {
            return node(read.id());
        } else if (step instanceof StoreStep.WriteNode write) {
            return commit(call, write);
        } else if (step instanceof StoreStep.ReadCatalog) {
            return catalog;
        } else if (step instanceof StoreStep.ReadPage read) {
            return page(partition(read.partition()), read.after());
        }
        throw new IllegalStateException("no request to the store: " + step);
    }

    private static StoreStep.Page page(Stored partition, @Nullable Object after) {
        int from = after == null ? partition.low : (Integer) after;
        int to = Math.min(partition.high, from + PAGE_KEYS);
        List<Version> found = new ArrayList<>();
        for (int key = from; key < to; key++) {
            Version version = partition.items[key];
            if (version != null) {
                found.add(version);
            }
        }
        return new StoreStep.Page(found.toArray(new Version[0]), to == partition.high ? null : (Integer) to);
    }

    private CommitOutcome commit(Call call, StoreStep.WriteNode write) {
        NodeRecord expected = write.expected();
        NodeRecord next = write.next();
        UUID id = expected != null ? expected.id() : next == null ? new UUID(0, 0) : next.id();
        NodeRecord stored = node(id);
        boolean holds = stored == null ? expected == null : stored.equals(expected);
        if (!holds && !call.unconditional) {
            return CommitOutcome.CONDITION_FAILED;
        }
        List<NodeRecord> changed = new ArrayList<>(nodes.size() + 1);
        for (NodeRecord node : nodes) {
            if (!node.id().equals(id)) {
                changed.add(node);
            }
        }
        if (next != null) {
            changed.add(next);
        }
        nodes = changed;
        return CommitOutcome.APPLIED;
    }

    private CommitOutcome commit(Call call, StoreStep.WriteHead write) {
        Stored partition = partition(write.partition());
        PartitionHead head = partition.head;
        PartitionHead expected = write.expected();
        boolean holds = Objects.equals(head, expected);
        if (!holds && !call.unconditional) {
            return CommitOutcome.CONDITION_FAILED;
        }
        invariants.commits(call, partition, write);
        partition.head = write.next();
        if (write.wipes()) {
            Arrays.fill(partition.items, null);
        }
        if (write.changes() instanceof CatalogView newer) {
            CatalogView before = catalog;
            placeNew(before, newer);
            catalog = newer;
            invariants.catalogChanged(before, newer);
        } else if (write.changes() instanceof Version[] versions) {
            for (Version version : versions) {
                partition.items[version.key] = version;
            }
            invariants.committed(call, partition, versions);
        }
        return CommitOutcome.APPLIED;
    }

    /** Gives new partitions their keys. */
    private void placeNew(CatalogView before, CatalogView after) {
        for (CatalogView.Mapped container : after.containers().values()) {
            int count = container.partitions().size();
            for (int i = 0; i < count; i++) {
                int number = container.partitions().get(i);
                if (number >= before.nextPartition()) {
                    partition(number).low = i * KEYS / count;
                    partition(number).high = (i + 1) * KEYS / count;
                }
            }
        }
        for (CatalogView.Numbered allocation : after.allocations()) {
            if (allocation.children().get(0) >= before.nextPartition()) {
                Stored parent = partition(allocation.parent());
                int middle = (parent.low + parent.high) / 2;
                Stored lower = partition(allocation.children().get(0));
                lower.low = parent.low;
                lower.high = middle;
                Stored upper = partition(allocation.children().get(1));
                upper.low = middle;
                upper.high = parent.high;
            }
        }
    }
}
