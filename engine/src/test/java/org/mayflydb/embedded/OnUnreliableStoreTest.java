package org.mayflydb.embedded;

import org.junit.jupiter.api.Nested;
import org.mayflydb.testing.OnStore;
import org.mayflydb.testing.TestStores;

/** What the engine promises on a store that loses and delays commits. */
@OnStore(TestStores.Kind.UNRELIABLE)
class OnUnreliableStoreTest {
    @Nested
    class Missions extends MissionTest {}

    @Nested
    class OfItems extends ItemsTest {}

    @Nested
    class Batches extends BatchTest {}

    @Nested
    class Feeds extends ChangesTest {}

    @Nested
    class Logs extends AllVersionsTest {}

    @Nested
    class Patches extends PatchedItemsTest {}

    @Nested
    class KeyDeletions extends DeleteByKeyTest {}
}
