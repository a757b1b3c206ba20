package org.mayflydb.storage.memory;

import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreOptions;
import org.mayflydb.storage.StoreProvider;
import org.mayflydb.storage.StoreUnavailableException;

/** Opens a {@link MemoryStore}: every time a new one. */
public final class MemoryStoreProvider implements StoreProvider {

    @Override
    public String scheme() {
        return StoreAddress.MEMORY;
    }

    @Override
    public Store open(StoreAddress address, StoreOptions options) {
        if (!address.rest().isEmpty()) {
            throw new StoreUnavailableException("a store in memory has no name or path: write memory:, not " + address);
        }
        if (options.memoryMegabytes().isPresent()) {
            throw new StoreUnavailableException(
                    "the memory of a store in memory cannot be bounded: its items are on the heap");
        }
        return new MemoryStore();
    }
}
