package org.mayflydb.storage.memory;

import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreContract;

class FaultyMemoryStoreTest extends StoreContract {

    private MemoryStore inner = new MemoryStore();

    @Override
    protected Store openStore() {
        return new FaultyStore(inner);
    }

    @Override
    protected Store reopen(Store closed) {
        inner = inner.reopen();
        return new FaultyStore(inner);
    }
}
