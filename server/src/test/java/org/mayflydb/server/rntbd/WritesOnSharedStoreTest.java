package org.mayflydb.server.rntbd;

import java.util.SplittableRandom;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.node.SharingSettings;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreWithRemoteReads;
import org.mayflydb.storage.memory.MemoryStore;

/** The same on a store that is reached through a network and shared, which no event loop may ask anything. */
class WritesOnSharedStoreTest extends WritesDuringContainerChangesTest {

    @Override
    Store newStore() {
        return new StoreWithRemoteReads(new MemoryStore());
    }

    @Override
    EngineSettings settings() {
        return EngineSettings.defaults()
                .withSharing(SharingSettings.ofMachine("a", () -> "", new SplittableRandom(1), (owner, edit) -> false));
    }
}
