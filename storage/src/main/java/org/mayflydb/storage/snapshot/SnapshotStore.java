package org.mayflydb.storage.snapshot;

import java.util.EnumSet;
import java.util.Set;
import org.mayflydb.storage.Capability;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.ForwardingStore;
import org.mayflydb.storage.PartitionObjects;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreListener;
import org.mayflydb.storage.StorePartition;

/**
 * Makes snapshots for a store that has none, out of the commits that pass through it. Nobody else may write to a partition
 * while a read point of it is open, so they are for the owner of a partition alone.
 */
public final class SnapshotStore extends ForwardingStore {
    private final SnapshotMemory memory;
    private final PartitionObjects<SnapshotPartition> partitions;

    /** Around a store without snapshots. */
    public SnapshotStore(Store inner, SnapshotSettings settings) {
        super(inner);
        this.memory = new SnapshotMemory(settings.bytesMax());
        this.partitions = new PartitionObjects<>(
                number -> new SnapshotPartition(inner.partition(number), inner.limits(), settings, memory));
        inner.listen(new StoreListener() {
            @Override
            public void settled() {
                partitions.held().forEach(partition -> partition.history().settledAll());
            }
        });
    }

    /** Around any store; one that has snapshots is returned as it is. */
    public static Store of(Store store) {
        return store.can(Capability.SNAPSHOTS) ? store : new SnapshotStore(store, SnapshotSettings.defaults());
    }

    @Override
    public Set<Capability> capabilities() {
        Set<Capability> capabilities = EnumSet.of(Capability.SNAPSHOTS);
        capabilities.addAll(super.capabilities());
        return Set.copyOf(capabilities);
    }

    /** How much is remembered now, in bytes. */
    long rememberedBytes() {
        return memory.bytes();
    }

    /** The same object for as long as somebody holds it, or one of its commits may still be applied. */
    @Override
    public StorePartition partition(int number) {
        super.partition(number); // which the store refuses when it is closed
        return partitions.get(number);
    }

    @Override
    public CommitOutcome createPartition(int number, Commit first) {
        return partitions.get(number).commit(first, () -> super.createPartition(number, first));
    }

    @Override
    public CommitOutcome drop(int number, Commit last) {
        SnapshotPartition partition = partitions.get(number);
        CommitOutcome outcome = partition.commit(last, () -> super.drop(number, last));
        if (outcome == CommitOutcome.APPLIED) {
            partition.removedAll();
        }
        return outcome;
    }

    @Override
    public void drop(int number) {
        super.drop(number);
        partitions.get(number).removedAll();
    }

    @Override
    public void close() {
        super.close();
        partitions.held().forEach(partition -> partition.history().close());
    }
}
