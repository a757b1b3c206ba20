package org.mayflydb.storage.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Space;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * The column families of an open database: the default one for {@link Space#MAIN}, and one of its own for {@link
 * Space#DERIVED}, so that ingesting derived entries does not flush the memtable of the others.
 *
 * <p>A database of an earlier version has only the default family. It stays that way, and can still be opened by that
 * version, until the first derived entry is written.
 */
final class Families {
    private static final byte[] DERIVED = "derived".getBytes(UTF_8);

    private final NativeOptions options;
    private final ColumnFamilyHandle main;
    private volatile @Nullable ColumnFamilyHandle derived; // assigned once, by a synchronized method

    private Families(NativeOptions options, ColumnFamilyHandle main, @Nullable ColumnFamilyHandle derived) {
        this.options = options;
        this.main = main;
        this.derived = derived;
    }

    /** Those of a database that was opened with {@link #descriptors}. */
    static Families of(NativeOptions options, List<ColumnFamilyHandle> handles) {
        return new Families(options, handles.get(0), handles.size() == 1 ? null : handles.get(1));
    }

    /** Both families for a new database, otherwise those that it has. */
    static List<ColumnFamilyDescriptor> descriptors(NativeOptions options, String location, boolean create)
            throws RocksDBException {
        List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
        descriptors.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, options.family()));
        if (create
                || RocksDB.listColumnFamilies(options.database(), location).stream()
                        .anyMatch(name -> Arrays.equals(name, DERIVED))) {
            descriptors.add(derivedDescriptor(options));
        }
        return descriptors;
    }

    private static ColumnFamilyDescriptor derivedDescriptor(NativeOptions options) {
        return new ColumnFamilyDescriptor(DERIVED, options.family());
    }

    ColumnFamilyHandle main() {
        return main;
    }

    /** The family of a space; null if nothing was ever written there. */
    @Nullable
    ColumnFamilyHandle get(Space space) {
        return space == Space.MAIN ? main : derived;
    }

    /** The family of a space, created if it is absent. */
    ColumnFamilyHandle getOrCreate(Space space, RocksDB database) throws RocksDBException {
        ColumnFamilyHandle found = get(space);
        return found == null ? createDerived(database) : found;
    }

    private synchronized ColumnFamilyHandle createDerived(RocksDB database) throws RocksDBException {
        ColumnFamilyHandle found = derived;
        if (found == null) {
            found = database.createColumnFamily(derivedDescriptor(options));
            derived = found;
        }
        return found;
    }

    /** All that exist. */
    List<ColumnFamilyHandle> all() {
        ColumnFamilyHandle second = derived;
        return second == null ? List.of(main) : List.of(main, second);
    }

    /** Frees native memory, before the database does. */
    void close() {
        all().forEach(ColumnFamilyHandle::close);
    }
}
