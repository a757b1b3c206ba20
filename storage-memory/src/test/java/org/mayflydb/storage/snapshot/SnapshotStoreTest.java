package org.mayflydb.storage.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.mayflydb.storage.Capability;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreContract;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreWithoutSnapshots;
import org.mayflydb.storage.memory.MemoryStore;

class SnapshotStoreTest extends StoreContract {
    private MemoryStore memory = new MemoryStore();

    @Override
    protected Store openStore() {
        return SnapshotStore.of(new StoreWithoutSnapshots(memory));
    }

    @Override
    protected Store reopen(Store closed) {
        memory = memory.reopen();
        return openStore();
    }

    @Test
    void storeThatHasSnapshotsIsLeftAsItIs() {
        assertThat(SnapshotStore.of(memory)).isSameAs(memory);
    }

    @Test
    void snapshotsAreAddedToWhatTheStoreCan() {
        assertThat(store().capabilities()).isEqualTo(memory.capabilities()).contains(Capability.SNAPSHOTS);
    }

    @Test
    void allWhoUseAPartitionShareItsObject() {
        StorePartition held = store().partition(1);
        assertThat(store().partition(1)).isSameAs(held);
        assertThat(store().partition(2)).isNotSameAs(held);
    }
}
