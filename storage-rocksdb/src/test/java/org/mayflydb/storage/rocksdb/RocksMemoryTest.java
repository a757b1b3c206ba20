package org.mayflydb.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreProvider;
import org.rocksdb.RocksDBException;

/** A store stays within the memory that it is given, by RocksDB's own account. */
class RocksMemoryTest {
    private static final int MEGABYTES = 16;
    private static final long BYTES = MEGABYTES << 20;
    private static final int ENTRIES = 48_000;
    private static final int COMMIT_ENTRIES = 100;

    @TempDir
    private Path directory;

    private final Random random = new Random(3);

    @Test
    void cacheWithMemtablesIndexesAndFiltersStaysWithinIt() throws Exception {
        try (RocksStore store = RocksStore.open(directory, RocksOptions.within(MEGABYTES))) {
            StorePartition partition = store.partition(1);
            long memtablesMax = 0;
            for (int i = 0; i < ENTRIES; i += COMMIT_ENTRIES) {
                partition.commit(entries(i));
                memtablesMax = Math.max(memtablesMax, property(store, "rocksdb.cur-size-all-mem-tables"));
            }
            for (int i = 0; i < ENTRIES; i += 7) {
                assertThat(partition.get(key(i))).isNotNull();
            }
            assertThat(memtablesMax).isBetween(1L << 20, BYTES / 2 + (1 << 20));
            assertThat(property(store, "rocksdb.block-cache-capacity")).isEqualTo(BYTES);
            assertThat(property(store, "rocksdb.block-cache-usage")).isBetween(BYTES / 4, BYTES + (1 << 20));
            assertThat(property(store, "rocksdb.estimate-table-readers-mem"))
                    .as("indexes and filters outside of the cache")
                    .isLessThan(1 << 20);
        }
    }

    @Test
    void memtablesAreChargedToTheCache() throws Exception {
        try (RocksStore store = RocksStore.open(directory, RocksOptions.within(MEGABYTES))) {
            for (int i = 0; i < 1_500; i += COMMIT_ENTRIES) {
                store.partition(1).commit(entries(i));
            }
            assertThat(property(store, "rocksdb.block-cache-usage"))
                    .isGreaterThanOrEqualTo(property(store, "rocksdb.cur-size-all-mem-tables") * 3 / 4)
                    .isGreaterThan(1 << 20);
        }
    }

    @Test
    void memtablesTakeHalfButNoMoreThanWithoutABound() {
        assertThat(RocksOptions.within(96)).isEqualTo(new RocksOptions(96L << 20, 16L << 20, true));
        assertThat(RocksOptions.within(100_000).memtableBytes())
                .isEqualTo(RocksOptions.defaults().memtableBytes());
    }

    @Test
    void tooLittleIsRefused() {
        assertThatThrownBy(() -> RocksOptions.within(StoreProvider.MEMORY_MEGABYTES_MIN - 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 16 megabytes");
    }

    private Commit entries(int from) {
        Commit commit = new Commit(Durability.RELAXED);
        for (int i = from; i < from + COMMIT_ENTRIES; i++) {
            byte[] value = new byte[1_000];
            random.nextBytes(value);
            commit.put(key(i), value);
        }
        return commit;
    }

    private static byte[] key(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    private static long property(RocksStore store, String name) throws RocksDBException {
        return store.database().getLongProperty(name);
    }
}
