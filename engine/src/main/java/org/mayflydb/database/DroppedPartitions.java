package org.mayflydb.database;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.catalog.Catalog;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StorePartition;

/**
 * Removes the entries of partitions that no container uses any more. The catalog lists them until that is done.
 *
 * <p>Another process may still write to such a partition: it may be filling the child of a split, or not know yet that the
 * container is gone. So the catalog first makes sure that the partition is never used, and a commit on its head then refuses
 * every later write.
 */
final class DroppedPartitions {
    /** How often a head may change while it is taken. */
    private static final int TRIES_MAX = 100;

    private final Store store;
    private final Catalog catalog;
    private final UUID owner;

    /** @param owner the id of this process */
    DroppedPartitions(Store store, Catalog catalog, UUID owner) {
        this.store = store;
        this.catalog = catalog;
        this.owner = owner;
    }

    /** Continues where an earlier process was interrupted. */
    void removeAll() {
        catalog.partitions().dropped().forEach(this::remove);
    }

    /** Removes the entries of a partition. Does nothing if it is in use or gone. */
    void remove(int partitionNumber) {
        if (catalog.partitions().withdraw(partitionNumber)) {
            fence(partitionNumber);
            store.drop(partitionNumber);
            catalog.partitions().forgetDropped(partitionNumber);
        }
    }

    /** Every commit of a partition is conditional on its head, so none is applied after this one. */
    private void fence(int partitionNumber) {
        StorePartition partition = store.partition(partitionNumber);
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            byte[] found = partition.get(PartitionHead.KEY);
            if (isFenced(found) || commitFence(partition, found) == CommitOutcome.APPLIED) {
                return;
            }
        }
        throw new UnavailableException("Partition " + partitionNumber + " cannot be dropped: it keeps changing");
    }

    private boolean isFenced(byte @Nullable [] head) {
        if (head == null) {
            return false;
        }
        Ownership ownership = PartitionHead.decode(head).ownership();
        return ownership.state() == PartitionHead.State.DROPPED
                && ownership.owner().equals(owner);
    }

    private CommitOutcome commitFence(StorePartition partition, byte @Nullable [] found) {
        PartitionHead head = found == null ? PartitionHead.EMPTY : PartitionHead.decode(found);
        Ownership fence = new Ownership(PartitionHead.State.DROPPED, head.epoch() + 1, owner, head.sequence() + 1, 0);
        Commit commit = new Commit(Durability.RELAXED);
        if (found == null) {
            commit.ifAbsent(PartitionHead.KEY);
        } else {
            commit.ifValue(PartitionHead.KEY, found);
        }
        return partition.commit(
                commit.put(PartitionHead.KEY, withoutChildren(head).with(fence).encode()));
    }

    /** Only a partition that is being split has children. */
    private static PartitionHead withoutChildren(PartitionHead head) {
        return new PartitionHead(
                head.ownership(),
                head.time(),
                head.counters(),
                head.purged(),
                List.of(),
                head.collisions(),
                head.cleanStop());
    }
}
