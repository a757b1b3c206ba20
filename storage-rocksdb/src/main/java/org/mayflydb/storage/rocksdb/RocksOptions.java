package org.mayflydb.storage.rocksdb;

import org.mayflydb.storage.StoreProvider;

/**
 * How much native memory a store may take, roughly.
 *
 * @param blockCacheBytes for blocks of files that were read
 * @param memtableBytes for entries that are not yet in a file; up to three times as much while files are being written
 * @param bounded whether {@code blockCacheBytes} bounds everything: memtables, and the indexes and filters of files. If
 *     not, they come on top, indexes and filters with about two bytes for each key of the store.
 */
public record RocksOptions(long blockCacheBytes, long memtableBytes, boolean bounded) {
    /** So many memtables there are while files are being written; then writes wait. */
    static final int MEMTABLES_MAX = 3;

    private static final long MEGABYTE = 1024L * 1024L;
    private static final long DEFAULT_MEMTABLE_BYTES = 64 * MEGABYTE;

    public RocksOptions {
        if (blockCacheBytes < MEGABYTE || memtableBytes < MEGABYTE) {
            throw new IllegalArgumentException("block cache and memtable need a megabyte each, not " + blockCacheBytes
                    + " and " + memtableBytes + " bytes");
        }
    }

    public RocksOptions(long blockCacheBytes, long memtableBytes) {
        this(blockCacheBytes, memtableBytes, false);
    }

    /** The same on every machine, so that a test and a server behave alike. */
    public static RocksOptions defaults() {
        return new RocksOptions(256 * MEGABYTE, DEFAULT_MEMTABLE_BYTES);
    }

    /** Stays within so many megabytes, of which memtables take at most half. */
    public static RocksOptions within(int megabytes) {
        if (megabytes < StoreProvider.MEMORY_MEGABYTES_MIN) {
            throw new IllegalArgumentException("a store needs at least " + StoreProvider.MEMORY_MEGABYTES_MIN
                    + " megabytes of memory, not " + megabytes);
        }
        long bytes = megabytes * MEGABYTE;
        return new RocksOptions(bytes, Math.min(DEFAULT_MEMTABLE_BYTES, bytes / 2 / MEMTABLES_MAX), true);
    }
}
