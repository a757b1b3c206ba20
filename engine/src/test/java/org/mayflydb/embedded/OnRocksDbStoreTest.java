package org.mayflydb.embedded;

import org.junit.jupiter.api.Nested;
import org.mayflydb.testing.OnStore;
import org.mayflydb.testing.TestStores;

/** What the engine promises on RocksDB. Few tests, since each makes and deletes a database on disk. */
@OnStore(TestStores.Kind.ROCKSDB)
class OnRocksDbStoreTest {
    @Nested
    class Missions extends MissionTest {}

    @Nested
    class KeyDeletions extends DeleteByKeyTest {}
}
