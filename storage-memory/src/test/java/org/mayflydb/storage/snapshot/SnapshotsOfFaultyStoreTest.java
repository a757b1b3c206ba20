package org.mayflydb.storage.snapshot;

import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreContract;
import org.mayflydb.storage.StoreWithoutSnapshots;
import org.mayflydb.storage.memory.MemoryStore;

/** Snapshots of a store that can be made to fail, and is not. */
class SnapshotsOfFaultyStoreTest extends StoreContract {
    private MemoryStore memory = new MemoryStore();

    @Override
    protected Store openStore() {
        return SnapshotStore.of(new FaultyStore(new StoreWithoutSnapshots(memory)));
    }

    @Override
    protected Store reopen(Store closed) {
        memory = memory.reopen();
        return openStore();
    }
}
