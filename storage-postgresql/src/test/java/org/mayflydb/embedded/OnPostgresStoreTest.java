package org.mayflydb.embedded;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.mayflydb.testing.OnStore;
import org.mayflydb.testing.TestStores;

/** What the engine promises on PostgreSQL. Few tests, since each commit is a round trip. */
@OnStore(TestStores.Kind.POSTGRESQL)
@Tag("process")
class OnPostgresStoreTest {
    @Nested
    class Missions extends MissionTest {}

    @Nested
    class KeyDeletions extends DeleteByKeyTest {}
}
