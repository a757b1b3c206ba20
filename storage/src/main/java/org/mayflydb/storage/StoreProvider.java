package org.mayflydb.storage;

import java.nio.file.Path;

/** Opens a durable store in a directory. Found through {@link java.util.ServiceLoader}. */
public interface StoreProvider {

    /** The name of a file that says that a directory does not hold all of its store yet. */
    String UNFINISHED = "UNFINISHED-RESTORE";

    /** With less memory a store is not opened. */
    int MEMORY_MEGABYTES_MIN = 16;

    /** A short name for messages, such as {@code rocksdb}. */
    String name();

    /**
     * Opens the store, creating it if the directory is empty or absent.
     *
     * @throws StoreUnavailableException if another process has it open, or if it is {@link #UNFINISHED}
     * @throws StoreDamagedException saying what is damaged and where
     */
    Store open(Path directory);

    /**
     * Opens the store as {@link #open(Path)} does.
     *
     * @param memoryMegabytes for its cache and for what is not in files yet, at least {@link #MEMORY_MEGABYTES_MIN}
     */
    Store open(Path directory, int memoryMegabytes);

    /** Opens a store that is {@link #UNFINISHED}, for who finishes it. */
    Store openUnfinished(Path directory);
}
