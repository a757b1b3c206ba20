package org.mayflydb.storage.postgresql;

import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreOptions;
import org.mayflydb.storage.StoreProvider;
import org.mayflydb.storage.StoreUnavailableException;

/** Opens a {@link PostgresStore}. */
public final class PostgresStoreProvider implements StoreProvider {

    @Override
    public String scheme() {
        return PostgresAddress.SCHEME;
    }

    @Override
    public Store open(StoreAddress address, StoreOptions options) {
        if (options.memoryMegabytes().isPresent()) {
            throw new StoreUnavailableException(
                    "the memory of a PostgreSQL store is set on the PostgreSQL server (shared_buffers), not here");
        }
        return PostgresStore.open(PostgresAddress.parse(address), System.getenv());
    }
}
