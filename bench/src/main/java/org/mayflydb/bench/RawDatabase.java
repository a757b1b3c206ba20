package org.mayflydb.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.rocksdb.NativeOptions;
import org.mayflydb.storage.rocksdb.RocksOptions;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;

/** The limit: RocksDB by itself, opened with the options of the store. */
final class RawDatabase implements AutoCloseable {
    /** How often to ask RocksDB whether it is done; it does not tell by itself. */
    private static final long LOOK_NANOS = 10_000_000;

    private final NativeOptions options;
    private final RocksDB database;

    private RawDatabase(NativeOptions options, RocksDB database) {
        this.options = options;
        this.database = database;
    }

    static RawDatabase open(Path directory, RocksOptions sizes) {
        NativeOptions options = new NativeOptions(sizes, true);
        try {
            return new RawDatabase(options, RocksDB.open(options.database(), directory.toString()));
        } catch (RocksDBException failure) {
            options.close();
            throw failed(failure);
        }
    }

    /** Puts everything into files and waits until RocksDB has nothing left to do in the background. */
    static void settle(Path directory, RocksOptions sizes) {
        List<ColumnFamilyHandle> families = new ArrayList<>();
        try (NativeOptions options = new NativeOptions(sizes, true);
                DBOptions shared = new DBOptions(options.database());
                RocksDB database = RocksDB.open(shared, directory.toString(), families(directory, options), families)) {
            database.flush(options.flush(), families);
            for (ColumnFamilyHandle family : families) {
                while (isBusy(database, family)) {
                    LockSupport.parkNanos(LOOK_NANOS);
                }
                family.close();
            }
        } catch (RocksDBException failure) {
            throw failed(failure);
        }
    }

    private static List<ColumnFamilyDescriptor> families(Path directory, NativeOptions options)
            throws RocksDBException {
        return RocksDB.listColumnFamilies(options.database(), directory.toString()).stream()
                .map(ColumnFamilyDescriptor::new)
                .toList();
    }

    private static boolean isBusy(RocksDB database, ColumnFamilyHandle family) throws RocksDBException {
        return database.getLongProperty(family, "rocksdb.compaction-pending") != 0
                || database.getLongProperty(family, "rocksdb.num-running-compactions") != 0;
    }

    byte @Nullable [] get(byte[] key) {
        try {
            return database.get(key);
        } catch (RocksDBException failure) {
            throw failed(failure);
        }
    }

    void write(RawCommit commit, Durability durability) {
        try (WriteBatch batch = new WriteBatch()) {
            for (RawCommit.Entry entry : commit.entries()) {
                byte[] value = entry.value();
                if (value == null) {
                    batch.delete(entry.key());
                } else {
                    batch.put(entry.key(), value);
                }
            }
            database.write(durability == Durability.SYNCED ? options.synced() : options.relaxed(), batch);
        } catch (RocksDBException failure) {
            throw failed(failure);
        }
    }

    /** Takes what an iterator stands on. */
    @FunctionalInterface
    interface Visitor {
        /** Returns true to continue. */
        boolean visit(byte[] key, byte[] value);
    }

    /** Shows the entries between the keys in order, until one answer is no. */
    void iterate(byte[] lower, byte[] upper, Visitor visitor) {
        try (Slice end = new Slice(upper);
                ReadOptions bounds = new ReadOptions().setIterateUpperBound(end);
                RocksIterator iterator = database.newIterator(bounds)) {
            iterator.seek(lower);
            while (iterator.isValid() && visitor.visit(iterator.key(), iterator.value())) {
                iterator.next();
            }
            iterator.status();
        } catch (RocksDBException failure) {
            throw failed(failure);
        }
    }

    /** How many entries there are between the keys, found by looking at the key of each. */
    long count(byte[] lower, byte[] upper) {
        try (Slice end = new Slice(upper);
                ReadOptions bounds = new ReadOptions().setIterateUpperBound(end);
                RocksIterator iterator = database.newIterator(bounds)) {
            long entries = 0;
            for (iterator.seek(lower); iterator.isValid(); iterator.next()) {
                entries += iterator.key().length > 0 ? 1 : 0;
            }
            iterator.status();
            return entries;
        } catch (RocksDBException failure) {
            throw failed(failure);
        }
    }

    /** Leaves everything in files, as the store does. */
    @Override
    public void close() {
        try {
            database.flush(options.flush());
        } catch (RocksDBException failure) {
            throw failed(failure);
        } finally {
            database.close();
            options.close();
        }
    }

    private static IllegalStateException failed(RocksDBException failure) {
        return new IllegalStateException("the limit failed", failure);
    }
}
