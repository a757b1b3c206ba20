package org.mayflydb.storage.rocksdb;

import java.nio.file.Files;
import java.nio.file.Path;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreOptions;
import org.mayflydb.storage.StoreProvider;
import org.mayflydb.storage.StoreUnavailableException;

/** Opens a {@link RocksStore}. */
public final class RocksStoreProvider implements StoreProvider {

    @Override
    public String scheme() {
        return StoreAddress.DIRECTORY;
    }

    @Override
    public Store open(StoreAddress address, StoreOptions options) {
        Path directory = address.directory();
        if (!options.unfinished() && Files.exists(directory.resolve(UNFINISHED))) {
            throw new StoreUnavailableException("the store in " + directory
                    + " is not complete, because a restore into it was interrupted or failed: remove the directory and restore"
                    + " again");
        }
        return RocksStore.open(
                directory,
                options.memoryMegabytes().isPresent()
                        ? RocksOptions.within(options.memoryMegabytes().getAsInt())
                        : RocksOptions.defaults());
    }
}
