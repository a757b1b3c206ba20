package org.mayflydb.storage.rocksdb;

/**
 * How much native memory a store may take, roughly. Indexes and filters of files come on top, about two bytes for each key
 * of the store.
 *
 * @param blockCacheBytes for blocks of files that were read
 * @param memtableBytes for entries that are not yet in a file; up to three times as much while files are being written
 */
public record RocksOptions(long blockCacheBytes, long memtableBytes) {

    private static final long MEGABYTE = 1024L * 1024L;

    public RocksOptions {
        if (blockCacheBytes < MEGABYTE || memtableBytes < MEGABYTE) {
            throw new IllegalArgumentException("block cache and memtable need a megabyte each, not " + blockCacheBytes
                    + " and " + memtableBytes + " bytes");
        }
    }

    /** The same on every machine, so that a test and a server behave alike. */
    public static RocksOptions defaults() {
        return new RocksOptions(256 * MEGABYTE, 64 * MEGABYTE);
    }
}
