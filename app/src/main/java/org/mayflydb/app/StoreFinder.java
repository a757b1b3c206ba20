package org.mayflydb.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.database.TranslatedStore;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreProvider;

/** Opens stores that are there, for commands that must not make new ones. */
final class StoreFinder {
    /** Every store of RocksDB has this file. Opening makes a store where there is none, so this is asked before. */
    private static final String STORE_FILE = "CURRENT";

    private StoreFinder() {}

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
        StoreProvider provider = provider();
        try {
            return TranslatedStore.open(() -> provider.open(directory));
        } catch (LinkageError unsupported) {
            throw new UnavailableException(
                    "the native library of the store " + provider.name() + " cannot be loaded here: "
                            + unsupported.getMessage(),
                    unsupported);
        }
    }

    static StoreProvider provider() {
        return ServiceLoader.load(StoreProvider.class)
                .findFirst()
                .orElseThrow(() -> new UnavailableException("no durable store is on the class path"));
    }
}
