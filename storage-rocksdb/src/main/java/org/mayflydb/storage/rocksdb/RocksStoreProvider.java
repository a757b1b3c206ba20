package org.mayflydb.storage.rocksdb;

import java.nio.file.Files;
import java.nio.file.Path;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreProvider;
import org.mayflydb.storage.StoreUnavailableException;

/** Opens a {@link RocksStore}. */
public final class RocksStoreProvider implements StoreProvider {

    @Override
    public String name() {
        return "rocksdb";
    }

    @Override
    public Store open(Path directory) {
        return open(directory, RocksOptions.defaults());
    }

    @Override
    public Store open(Path directory, int memoryMegabytes) {
        return open(directory, RocksOptions.within(memoryMegabytes));
    }

    private static Store open(Path directory, RocksOptions sizes) {
        if (Files.exists(directory.resolve(UNFINISHED))) {
            throw new StoreUnavailableException("the store in " + directory
                    + " is not complete, because a restore into it was interrupted or failed: remove the directory and restore"
                    + " again");
        }
        return RocksStore.open(directory, sizes);
    }

    @Override
    public Store openUnfinished(Path directory) {
        return RocksStore.open(directory, RocksOptions.defaults());
    }
}
