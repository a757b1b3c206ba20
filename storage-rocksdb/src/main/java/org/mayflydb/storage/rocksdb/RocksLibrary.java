package org.mayflydb.storage.rocksdb;

import org.mayflydb.base.UnavailableException;
import org.rocksdb.RocksDB;

/** RocksDB's native library, which everything else here needs. */
final class RocksLibrary {

    private RocksLibrary() {}

    /**
     * Loads it, once. Unless it lies in the library path, it is copied to the temporary directory first.
     *
     * @throws UnavailableException if that fails
     */
    static void load() {
        try {
            RocksDB.loadLibrary();
        } catch (RuntimeException | UnsatisfiedLinkError failure) {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            throw new UnavailableException(
                    "RocksDB's library cannot be loaded from the temporary directory "
                            + System.getProperty("java.io.tmpdir") + ": " + cause
                            + ". It needs 20 MB there; -Djava.io.tmpdir names another directory.",
                    failure);
        }
    }
}
