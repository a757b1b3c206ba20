package org.mayflydb.storage.rocksdb;

import java.nio.file.Path;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreProvider;

/** Opens a {@link RocksStore} with the default sizes. */
public final class RocksStoreProvider implements StoreProvider {

    @Override
    public String name() {
        return "rocksdb";
    }

    @Override
    public Store open(Path directory) {
        return RocksStore.open(directory, RocksOptions.defaults());
    }
}
