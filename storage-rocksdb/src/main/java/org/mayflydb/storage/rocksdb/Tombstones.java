package org.mayflydb.storage.rocksdb;

import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * How many deletions a database remembers. Each hides at most one entry, which takes space until the two meet in a
 * compaction.
 *
 * @param inMemory those that no file holds yet
 * @param inFiles those that files hold
 * @param entries everything that files hold, deletions included
 */
record Tombstones(long inMemory, long inFiles, long entries) {

    static Tombstones of(RocksDB database) throws RocksDBException {
        long inFiles = 0;
        long entries = 0;
        for (LiveFileMetaData file : database.getLiveFilesMetaData()) {
            inFiles += file.numDeletions();
            entries += file.numEntries();
        }
        long inMemory = database.getAggregatedLongProperty("rocksdb.num-deletes-active-mem-table")
                + database.getAggregatedLongProperty("rocksdb.num-deletes-imm-mem-tables");
        return new Tombstones(inMemory, inFiles, entries);
    }

    /** Whether there is any in a file. */
    static boolean areInFilesOf(RocksDB database) {
        return database.getLiveFilesMetaData().stream().anyMatch(file -> file.numDeletions() > 0);
    }

    /** Whether a file holds the removal of a range, which counts as one deletion and may hide anything. */
    static boolean hideRanges(RocksDB database, Families families) throws RocksDBException {
        for (ColumnFamilyHandle family : families.all()) {
            if (database.getPropertiesOfAllTables(family).values().stream()
                    .anyMatch(file -> file.getNumRangeDeletions() > 0)) {
                return true;
            }
        }
        return false;
    }

    long count() {
        return inMemory + inFiles;
    }

    /** Their share of what is stored. */
    double share() {
        return (double) count() / Math.max(1, inMemory + entries);
    }
}
