package org.mayflydb.storage.rocksdb;

import java.nio.file.Path;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Opens the database of a store. A test makes it fail. */
class Openings {

    RocksHandle writable(String location, Options options) throws RocksDBException {
        return RocksHandle.writable(location, open(location, () -> RocksDB.open(options, location)));
    }

    /** Opens what is in the files and the logs, beside another opening of the same database. Writes nothing to either. */
    RocksHandle readOnly(String location, Options options) throws RocksDBException {
        return RocksHandle.readOnly(location, RocksDB.openReadOnly(options, location));
    }

    @FunctionalInterface
    private interface Opening {
        RocksDB open() throws RocksDBException;
    }

    private static RocksDB open(String location, Opening opening) throws RocksDBException {
        try {
            return opening.open();
        } catch (RocksDBException failure) {
            if (!LeftoverLogs.remove(Path.of(location), failure)) {
                throw failure;
            }
            return opening.open();
        }
    }
}
