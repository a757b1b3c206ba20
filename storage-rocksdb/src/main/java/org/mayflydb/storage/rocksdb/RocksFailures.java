package org.mayflydb.storage.rocksdb;

import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.UnavailableException;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Says in our words what RocksDB reports, and keeps its own words, which name the file. */
final class RocksFailures {

    private RocksFailures() {}

    /** What an opening that failed means: damage, unless another process holds the directory or the disk refuses. */
    static MayflyException opening(String location, RocksDBException failure) {
        if (isDamage(failure)) {
            return new CorruptStoreException("the store in " + location + " is damaged: " + describe(failure), failure);
        }
        String reason = describe(failure);
        // RocksDB has no code of its own for this; the lock file is the only file an opening fails to lock.
        if (reason.contains("/LOCK: ")) {
            return new UnavailableException("the store in " + location + " is already open: " + reason, failure);
        }
        return new UnavailableException("the store in " + location + " cannot be opened: " + reason, failure);
    }

    static MayflyException calling(String location, RocksDBException failure) {
        return isDamage(failure)
                ? new CorruptStoreException("the store in " + location + " is damaged: " + describe(failure), failure)
                : new UnavailableException("the store in " + location + " failed: " + describe(failure), failure);
    }

    static String describe(RocksDBException failure) {
        Status status = failure.getStatus();
        return (status == null ? "Unspecified" : status.getCode()) + ": " + failure.getMessage();
    }

    private static boolean isDamage(RocksDBException failure) {
        Status status = failure.getStatus();
        if (status == null) {
            return false;
        }
        return switch (status.getCode()) {
            // An existing store never asks for what RocksDB does not know, so a file of it must have said so.
            case Corruption, NotFound, NotSupported, InvalidArgument -> true;
            case IOError -> describe(failure).contains("No such file or directory");
            default -> false;
        };
    }
}
