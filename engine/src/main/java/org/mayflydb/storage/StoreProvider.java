package org.mayflydb.storage;

import java.nio.file.Path;

/** Opens a durable store in a directory. Found through {@link java.util.ServiceLoader}. */
public interface StoreProvider {

    /** A short name for messages, such as {@code rocksdb}. */
    String name();

    /**
     * Opens the store, creating it if the directory is empty or absent.
     *
     * @throws org.mayflydb.base.UnavailableException if another process has it open
     * @throws org.mayflydb.base.CorruptStoreException saying what is damaged and where
     */
    Store open(Path directory);
}
