package org.mayflydb.storage.rocksdb;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.Filter;
import org.rocksdb.FlushOptions;
import org.rocksdb.HyperClockCache;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Options;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBufferManager;
import org.rocksdb.WriteOptions;

/**
 * RocksDB's settings, and the native objects they are made of; closed after the database. Public so that a benchmark can
 * open a bare database of exactly the same kind.
 */
public final class NativeOptions implements AutoCloseable {

    private static final int FILTER_BITS_PER_KEY = 10;
    private static final int BACKGROUND_JOBS = 2;

    /** RocksDB's own log, which is for people: this many files of this size are kept. */
    private static final int INFO_LOG_FILES_MAX = 2;

    private static final long INFO_LOG_BYTES_MAX = 1024L * 1024L;

    private final List<AutoCloseable> natives = new ArrayList<>();
    private final DBOptions databaseOptions;
    private final ColumnFamilyOptions familyOptions;
    private final Options database;
    private final WriteOptions synced;
    private final WriteOptions relaxed;
    private final FlushOptions flush;

    public NativeOptions(RocksOptions sizes, boolean create) {
        this(sizes, create, List.of());
    }

    NativeOptions(RocksOptions sizes, boolean create, List<? extends AbstractEventListener> listeners) {
        RocksLibrary.load();
        listeners.forEach(this::own);
        databaseOptions = own(databaseOptions(create)).setListeners(List.copyOf(listeners));
        long memtablesBytes = RocksOptions.MEMTABLES_MAX * sizes.memtableBytes();
        // Both families share a log: this bounds how long one that is rarely written keeps old logs.
        databaseOptions.setMaxTotalWalSize(memtablesBytes);
        Cache cache = own(new HyperClockCache(sizes.blockCacheBytes(), 0, -1, false));
        if (sizes.bounded()) {
            // Memtables take their memory from the cache.
            databaseOptions.setWriteBufferManager(own(new WriteBufferManager(memtablesBytes, cache)));
        } else {
            databaseOptions.setDbWriteBufferSize(memtablesBytes);
        }
        familyOptions = own(familyOptions(sizes, cache));
        database = own(new Options(databaseOptions, familyOptions));
        synced = own(new WriteOptions().setSync(true));
        relaxed = own(new WriteOptions());
        flush = own(new FlushOptions().setWaitForFlush(true));
    }

    /** Those of the database and of a family in one, for calls that take no others. */
    public Options database() {
        return database;
    }

    DBOptions databaseAlone() {
        return databaseOptions;
    }

    /** Those of every column family. */
    ColumnFamilyOptions family() {
        return familyOptions;
    }

    public WriteOptions synced() {
        return synced;
    }

    public WriteOptions relaxed() {
        return relaxed;
    }

    public FlushOptions flush() {
        return flush;
    }

    private static DBOptions databaseOptions(boolean create) {
        // Each log names the one before it, its length and its last change. That is what makes a missing or shortened
        // log,
        // and a manifest that lost its end, visible. The Java interface has no setter for it.
        Properties unset = new Properties();
        unset.setProperty("track_and_verify_wals", "true");
        DBOptions options = DBOptions.getDBOptionsFromProps(unset);
        if (options == null) {
            throw new IllegalStateException("this RocksDB does not know the option track_and_verify_wals");
        }
        return options.setCreateIfMissing(create)
                .setCreateMissingColumnFamilies(create)
                .setParanoidChecks(true)
                // A last record that was cut short never answered anyone; anything else wrong in a log is damage.
                .setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords)
                // Every file is opened, and so its footer checked, before the first request.
                .setMaxOpenFiles(-1)
                .setMaxBackgroundJobs(BACKGROUND_JOBS)
                // Never by itself; BackgroundErrors says why.
                .setMaxBgErrorResumeCount(0)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setKeepLogFileNum(INFO_LOG_FILES_MAX)
                .setMaxLogFileSize(INFO_LOG_BYTES_MAX);
    }

    private ColumnFamilyOptions familyOptions(RocksOptions sizes, Cache cache) {
        Filter filter = own(new BloomFilter(FILTER_BITS_PER_KEY));
        BlockBasedTableConfig table = new BlockBasedTableConfig()
                .setBlockCache(cache)
                .setFilterPolicy(filter)
                .setWholeKeyFiltering(true)
                // Outside the cache, indexes and filters cost some two bytes a key, and a get is a tenth faster.
                .setCacheIndexAndFilterBlocks(sizes.bounded())
                .setPinL0FilterAndIndexBlocksInCache(sizes.bounded());
        return new ColumnFamilyOptions()
                .setTableFormatConfig(table)
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setLevelCompactionDynamicLevelBytes(true)
                .setWriteBufferSize(sizes.memtableBytes())
                .setMaxWriteBufferNumber(RocksOptions.MEMTABLES_MAX);
    }

    private <T extends AutoCloseable> T own(T object) {
        natives.add(object);
        return object;
    }

    /** Closes in the opposite order of creation: what is built of others goes first. */
    @Override
    public void close() {
        for (int i = natives.size() - 1; i >= 0; i--) {
            try {
                natives.get(i).close();
            } catch (Exception impossible) {
                throw new IllegalStateException("RocksDB's options are closed without failures", impossible);
            }
        }
        natives.clear();
    }
}
