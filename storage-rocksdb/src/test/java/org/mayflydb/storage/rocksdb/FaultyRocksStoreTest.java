package org.mayflydb.storage.rocksdb;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreContract;
import org.mayflydb.storage.StoreOptions;
import org.mayflydb.storage.Stores;

class FaultyRocksStoreTest extends StoreContract {

    @TempDir
    private Path directory;

    @Override
    protected Store openStore() {
        return new FaultyStore(Stores.open(StoreAddress.of(directory), StoreOptions.defaults()));
    }

    @Override
    protected Store reopen(Store closed) {
        return openStore();
    }
}
