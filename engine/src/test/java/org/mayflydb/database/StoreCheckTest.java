package org.mayflydb.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.mayflydb.key.Keyspace;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.Store;
import org.mayflydb.testing.TestStores;

class StoreCheckTest {
    @Test
    void aDamagedHeadHidesNoOtherPartitionThatBelongsToNoContainer() {
        Store store = TestStores.openReliable();
        Engine engine = Engine.open(store, EngineSettings.defaults());
        put(store, 77, new byte[] {Keyspace.HEAD.tag()}, new byte[] {99});
        put(store, 78, new byte[] {0x10, 1}, new byte[] {1});
        assertThat(StoreCheck.run(store).findings())
                .anyMatch(finding -> finding.startsWith("partition 77: ") && !finding.endsWith("no container"))
                .contains("partition 77: it belongs to no container", "partition 78: it belongs to no container");
        engine.close();
    }

    private static void put(Store store, int partition, byte[] key, byte[] value) {
        Commit commit = new Commit(Durability.SYNCED, List.of(new Commit.Change(key, value)));
        assertThat(store.partition(partition).commit(commit)).isEqualTo(CommitOutcome.APPLIED);
    }
}
