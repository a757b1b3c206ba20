package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.Keyspace;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyHasher;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.StorePartition;

/** The deletion of a partition key leaves the items of others with the same hash. */
class KeyCollisionDeletionTest extends CollidingKeysFixture {
    @ParameterizedTest
    @EnumSource
    void deletingAKeyLeavesTheOther(CollidingKeySet keys) {
        createSix(keys);
        create(keys.other, "0", 6);
        engine.deleteAll("d", "c", keys.one());
        create(keys.one, "1", 7);
        List<String> left = List.of("4", "5", "6", "7");
        assertThat(ids("SELECT VALUE c.n FROM c", ListScope.ALL)).containsExactlyInAnyOrderElementsOf(left);
        assertThat(items().usage().items()).isEqualTo(4);
        while (items().removal().removeDeleted(1)) {
            // Step by step.
            assertThat(ids("SELECT VALUE c.n FROM c", ListScope.ALL)).containsExactlyInAnyOrderElementsOf(left);
        }
        assertThat(items().partitions().get(0).head().items()).isEqualTo(4);
        engine.deleteAll("d", "c", PartitionKey.of(keys.other));
        assertThat(ids("SELECT VALUE c.n FROM c", ListScope.ALL)).containsExactly("7");
        assertSound();
    }

    @ParameterizedTest
    @EnumSource
    void bothKeysCanBeDeleted(CollidingKeySet keys) {
        open(keys);
        create(keys.one, "1", 1);
        engine.deleteAll("d", "c", keys.one());
        create(keys.other, "1", 2);
        engine.deleteAll("d", "c", keys.other());
        assertThat(items().reads().list(ListScope.ALL, 100, null).items()).isEmpty();
        while (items().removal().removeDeleted(1)) {
            assertThat(items().reads().list(ListScope.ALL, 100, null).items()).isEmpty();
        }
        assertThat(items().partitions().get(0).head().items()).isZero();
        assertSound();
    }

    /** It refused to delete a key while another one with the same hash had items. */
    @ParameterizedTest
    @EnumSource
    void aDeletionOfAnEarlierReleaseHidesAllItemsOfTheHash(CollidingKeySet keys) {
        createSix(keys);
        int number = items().partitions().get(0).number();
        long lsn = items().partitions().get(0).head().lastLsn();
        EffectivePartitionKey hash = PartitionKeyHasher.hash(items().partitionKey(), keys.one());
        byte[] record = ByteBuffer.allocate(1 + hash.array().length)
                .put(Keyspace.DELETED_KEY.tag())
                .put(hash.array())
                .array();
        StorePartition partition = store.partition(number);
        assertThat(partition.commit(new Commit(Durability.SYNCED)
                        .put(
                                record,
                                ByteBuffer.allocate(Long.BYTES).putLong(lsn - 1).array())))
                .isEqualTo(CommitOutcome.APPLIED);
        reopen();
        assertThat(ids("SELECT VALUE c.n FROM c", ListScope.ALL)).containsExactly("5");
        while (items().removal().removeDeleted(2)) {
            assertThat(ids("SELECT VALUE c.n FROM c", ListScope.ALL)).containsExactly("5");
        }
        assertThat(partition.get(record)).isNull();
        assertSound();
    }
}
