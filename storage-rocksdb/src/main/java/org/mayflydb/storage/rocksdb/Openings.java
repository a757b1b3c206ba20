package org.mayflydb.storage.rocksdb;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Opens the database of a store. A test makes it fail. */
class Openings {

    RocksHandle create(String location, NativeOptions options) throws RocksDBException {
        return writable(location, options, true);
    }

    RocksHandle writable(String location, NativeOptions options) throws RocksDBException {
        return writable(location, options, false);
    }

    private static RocksHandle writable(String location, NativeOptions options, boolean create)
            throws RocksDBException {
        try {
            return open(location, options, create);
        } catch (RocksDBException failure) {
            if (!LeftoverLogs.remove(Path.of(location), failure)) {
                throw failure;
            }
            return open(location, options, create);
        }
    }

    private static RocksHandle open(String location, NativeOptions options, boolean create) throws RocksDBException {
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        RocksDB database = RocksDB.open(
                options.databaseAlone(), location, Families.descriptors(options, location, create), handles);
        return RocksHandle.writable(location, database, Families.of(options, handles));
    }

    /** Opens what is in the files and the logs, beside another opening of the same database. Writes nothing to either. */
    RocksHandle readOnly(String location, NativeOptions options) throws RocksDBException {
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        RocksDB database = RocksDB.openReadOnly(
                options.databaseAlone(), location, Families.descriptors(options, location, false), handles);
        return RocksHandle.readOnly(location, database, Families.of(options, handles));
    }
}
