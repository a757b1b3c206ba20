package org.mayflydb.app;

import java.nio.file.Files;
import java.nio.file.Path;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.database.TranslatedStore;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreException;
import org.mayflydb.storage.StoreOptions;
import org.mayflydb.storage.StoreProvider;
import org.mayflydb.storage.Stores;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Opens stores that are there, for commands that must not make new ones. */
final class StoreFinder {
    /** Every store of RocksDB has this file. Opening makes a store where there is none, so this is asked before. */
    private static final String STORE_FILE = "CURRENT";

    private StoreFinder() {}

    /** Takes a path, or the address of a store in a directory. */
    static final class DirectoryConverter implements ITypeConverter<Path> {
        @Override
        public Path convert(String address) {
            try {
                StoreAddress store = StoreAddress.parse(address);
                Stores.provider(store);
                return store.directory();
            } catch (StoreException refused) {
                throw new TypeConversionException(String.valueOf(refused.getMessage()));
            }
        }
    }

    /** Opens the store in a directory, which must hold one. */
    static Store open(Path directory) {
        if (!Files.exists(directory)) {
            throw new UnavailableException("there is no directory " + directory);
        }
        if (!Files.isDirectory(directory)) {
            throw new UnavailableException(directory + " is not a directory");
        }
        if (!Files.exists(directory.resolve(StoreProvider.UNFINISHED))
                && !Files.exists(directory.resolve(STORE_FILE))) {
            throw new UnavailableException(directory + " is not a Mayfly data directory: it has no file " + STORE_FILE);
        }
        return TranslatedStore.open(StoreAddress.of(directory), StoreOptions.defaults());
    }
}
