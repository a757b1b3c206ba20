package org.mayflydb.storage;

/** Opens the stores of one scheme. Found through {@link java.util.ServiceLoader}; see {@link Stores}. */
public interface StoreProvider {

    /** The name of a file that says that a directory does not hold all of its store yet. */
    String UNFINISHED = "UNFINISHED-RESTORE";

    /** With less memory a store is not opened. */
    int MEMORY_MEGABYTES_MIN = 16;

    /** What addresses of its stores begin with, such as {@code rocksdb}. */
    String scheme();

    /**
     * Opens the store at an address of this scheme, creating it if there is none.
     *
     * @throws StoreUnavailableException if the address is wrong, another process has the store open, or it is {@link
     *     #UNFINISHED}
     * @throws StoreDamagedException saying what is damaged and where
     */
    Store open(StoreAddress address, StoreOptions options);
}
