package org.mayflydb.storage;

import org.mayflydb.storage.memory.MemoryStore;

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
