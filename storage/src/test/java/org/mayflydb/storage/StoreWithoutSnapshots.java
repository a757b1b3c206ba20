package org.mayflydb.storage;

import java.util.Set;
import java.util.stream.Collectors;

/** Hides that another store has snapshots. */
public final class StoreWithoutSnapshots extends ForwardingStore {

    public StoreWithoutSnapshots(Store inner) {
        super(inner);
    }

    @Override
    public Set<Capability> capabilities() {
        return super.capabilities().stream()
                .filter(capability -> capability != Capability.SNAPSHOTS)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public StorePartition partition(int number) {
        return new PartitionWithoutSnapshots(super.partition(number));
    }

    private static final class PartitionWithoutSnapshots extends ForwardingPartition {
        PartitionWithoutSnapshots(StorePartition inner) {
            super(inner);
        }

        @Override
        public ReadPoint readPoint() {
            throw new UnsupportedOperationException("this store has no snapshots");
        }
    }
}
