package org.mayflydb.conformance;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.item.CollidingContainer;
import org.mayflydb.item.CollidingKeySet;
import org.mayflydb.storage.rocksdb.RocksOptions;
import org.mayflydb.storage.rocksdb.RocksStore;

/** Colliding partition keys on RocksDB; {@code KeyCollisionModelTest} of the engine does more of the same in memory. */
class CollidingKeysOnRocksDbTest {
    private static final int STEPS = 300;
    private static final RocksOptions SMALL = new RocksOptions(1 << 20, 1 << 20);

    @TempDir
    private Path directory;

    @Test
    void everyKeyHasItsOwnItems() {
        long seed = Long.getLong("mayfly.seed", System.nanoTime());
        System.out.println("CollidingKeysOnRocksDbTest, seed " + seed);
        CollidingContainer.compare(
                CollidingKeySet.VERSION_2,
                RocksStore.open(directory, SMALL),
                store -> {
                    store.close();
                    return RocksStore.open(directory, SMALL);
                },
                STEPS,
                seed);
    }
}
