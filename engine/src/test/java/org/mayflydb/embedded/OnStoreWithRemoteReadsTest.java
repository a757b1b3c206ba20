package org.mayflydb.embedded;

import org.junit.jupiter.api.Nested;
import org.mayflydb.testing.OnStore;
import org.mayflydb.testing.TestStores;

/** What the engine promises on a store whose reads are not local. */
@OnStore(TestStores.Kind.REMOTE_READS)
class OnStoreWithRemoteReadsTest {
    @Nested
    class Missions extends MissionTest {}

    @Nested
    class OfItems extends ItemsTest {}

    @Nested
    class KeyDeletions extends DeleteByKeyTest {}
}
