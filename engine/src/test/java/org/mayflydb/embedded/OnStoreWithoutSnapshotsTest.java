package org.mayflydb.embedded;

import org.junit.jupiter.api.Nested;
import org.mayflydb.testing.OnStore;
import org.mayflydb.testing.TestStores;

/** What the engine promises on a store that leaves snapshots to it. */
@OnStore(TestStores.Kind.NO_SNAPSHOTS)
class OnStoreWithoutSnapshotsTest {
    @Nested
    class Missions extends MissionTest {}

    @Nested
    class OfItems extends ItemsTest {}

    @Nested
    class Feeds extends ChangesTest {}

    @Nested
    class KeyDeletions extends DeleteByKeyTest {}
}
