package org.mayflydb.storage.snapshot;

import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreContract;
import org.mayflydb.storage.StoreWithoutSnapshots;
import org.mayflydb.storage.memory.MemoryStore;

/** A store with snapshots of the owner that can be made to fail, and is not. */
class FaultySnapshotStoreTest extends StoreContract {
    private MemoryStore memory = new MemoryStore();

    @Override
    protected Store openStore() {
        return new FaultyStore(SnapshotStore.of(new StoreWithoutSnapshots(memory)));
    }

    @Override
    protected Store reopen(Store closed) {
        memory = memory.reopen();
        return openStore();
    }
}
