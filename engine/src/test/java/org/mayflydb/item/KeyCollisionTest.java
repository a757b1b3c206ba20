package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.batch.BatchOperation;
import org.mayflydb.batch.BatchOperation.Kind;
import org.mayflydb.batch.OperationResult;
import org.mayflydb.batch.TransactionalBatch;
import org.mayflydb.item.expiry.Explanation;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.patch.Patch;
import org.mayflydb.ttl.Lifetime;

/** Two partition keys with one hash are two keys all the same. */
class KeyCollisionTest extends CollidingKeysFixture {
    @ParameterizedTest
    @EnumSource
    void anItemIsFoundUnderItsOwnKeyOnly(CollidingKeySet keys) {
        open(keys);
        create(keys.one, "1", 1);
        assertThat(read(keys.one(), "1")).contains("\"n\":1");
        assertThatThrownBy(() -> items().reads().read("1", keys.other(), ItemConditions.NONE))
                .isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> items().writer()
                        .read("1", keys.other(), ItemConditions.NONE)
                        .join())
                .isInstanceOf(NotFoundException.class);
        assertThat(items().expiry().explain("1", keys.one()).state()).isEqualTo(Explanation.State.LIVE);
        assertThat(items().expiry().explain("1", keys.other()).state()).isEqualTo(Explanation.State.ABSENT);
    }

    @ParameterizedTest
    @EnumSource
    void bothKeysHaveAnItemWithTheSameId(CollidingKeySet keys) {
        open(keys);
        create(keys.one, "1", 1);
        create(keys.other, "1", 2);
        assertThat(read(keys.one(), "1")).contains("\"n\":1");
        assertThat(read(keys.other(), "1")).contains("\"n\":2");
        for (String key : List.of(keys.one, keys.other)) {
            assertThatThrownBy(() -> items().writer()
                            .create(item(key, "1", 3), WriteOptions.NONE)
                            .join())
                    .isInstanceOf(ConflictException.class);
        }
        assertThat(items().writer()
                        .upsert(item(keys.other, "1", 4), WriteOptions.NONE)
                        .join()
                        .outcome())
                .isEqualTo(ItemResult.Outcome.REPLACED);
        assertThat(read(keys.one(), "1")).contains("\"n\":1");
    }

    @ParameterizedTest
    @EnumSource
    void anItemStaysWhereItIsWhenThePlainLocatorBecomesVacant(CollidingKeySet keys) {
        open(keys);
        create(keys.one, "1", 1);
        create(keys.other, "1", 2);
        ItemResult deleted =
                items().writer().delete("1", keys.one(), ItemConditions.NONE).join();
        assertThat(deleted.outcome()).isEqualTo(ItemResult.Outcome.DELETED);
        assertThat(read(keys.other(), "1")).contains("\"n\":2");
        assertThatThrownBy(() -> items().writer()
                        .create(item(keys.other, "1", 3), WriteOptions.NONE)
                        .join())
                .isInstanceOf(ConflictException.class);
        ItemResult replaced = items().writer()
                .replace("1", item(keys.other, "1", 4), WriteOptions.NONE)
                .join();
        assertThat(replaced.outcome()).isEqualTo(ItemResult.Outcome.REPLACED);
        assertThat(items().reads().list(ListScope.ALL, 100, null).items()).hasSize(1);
        create(keys.one, "1", 5);
        assertThat(items().reads().list(ListScope.ALL, 100, null).items()).hasSize(2);
        assertSound();
    }

    @ParameterizedTest
    @EnumSource
    void anotherKeyNeitherReplacesNorPatchesNorDeletes(CollidingKeySet keys) {
        open(keys);
        create(keys.one, "1", 1);
        String before = read(keys.one(), "1");
        Patch patch = Patch.parse(
                "{\"operations\":[{\"op\":\"set\",\"path\":\"/n\",\"value\":2}]}".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> items().writer()
                        .replace("1", item(keys.other, "1", 2), WriteOptions.NONE)
                        .join())
                .isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> items().writer()
                        .modify("1", keys.other(), patch.edit(items().partitionKey()), ItemConditions.NONE)
                        .join())
                .isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> items().writer()
                        .delete("1", keys.other(), ItemConditions.NONE)
                        .join())
                .isInstanceOf(NotFoundException.class);
        assertThat(read(keys.one(), "1")).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void anEditCannotMoveAnItemToTheOtherKey(CollidingKeySet keys) {
        open(keys);
        create(keys.one, "1", 1);
        assertThatThrownBy(() -> items().writer()
                        .modify("1", keys.one(), (present, now) -> item(keys.other, "1", 2), ItemConditions.NONE)
                        .join())
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("cannot be changed");
    }

    @ParameterizedTest
    @EnumSource
    void aBatchSeesItsOwnKey(CollidingKeySet keys) {
        open(keys);
        create(keys.one, "1", 1);
        List<BatchOperation> operations = List.of(
                new BatchOperation(Kind.CREATE, null, null, item(keys.other, "1", 2), ItemConditions.NONE, false),
                new BatchOperation(Kind.UPSERT, null, null, item(keys.other, "1", 3), ItemConditions.NONE, false),
                new BatchOperation(Kind.READ, "1", null, null, ItemConditions.NONE, true));
        assertThat(TransactionalBatch.of(items(), keys.other(), operations)
                        .join()
                        .results())
                .extracting(OperationResult::status)
                .containsExactly(201, 200, 200);
        assertThat(read(keys.one(), "1")).contains("\"n\":1");
        assertThat(read(keys.other(), "1")).contains("\"n\":3");
    }

    @ParameterizedTest
    @EnumSource
    void aBatchThatFailsLeavesNoMark(CollidingKeySet keys) {
        open(keys);
        create(keys.one, "1", 1);
        List<BatchOperation> operations = List.of(
                new BatchOperation(Kind.CREATE, null, null, item(keys.other, "1", 2), ItemConditions.NONE, false),
                new BatchOperation(Kind.READ, "absent", null, null, ItemConditions.NONE, true));
        assertThat(TransactionalBatch.of(items(), keys.other(), operations)
                        .join()
                        .results())
                .extracting(OperationResult::status)
                .containsExactly(424, 404);
        assertThat(hasCollisionMark()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void theFirstItemWithADiscriminatorSetsTheMark(CollidingKeySet keys) {
        open(keys);
        create(keys.one, "1", 1);
        create(keys.other, "2", 2);
        assertThat(hasCollisionMark()).isFalse();
        create(keys.other, "1", 1);
        assertThat(hasCollisionMark()).isTrue();
    }

    private boolean hasCollisionMark() {
        Partition partition = items().partitions().get(0);
        boolean marked = partition.head().collisions();
        assertThat(PartitionHead.stored(partition.store()).collisions()).isEqualTo(marked);
        return marked;
    }

    @ParameterizedTest
    @EnumSource
    void withoutCollisionsAReadIsOneGet(CollidingKeySet keys) {
        open(keys);
        create(keys.one, "1", 1);
        store.failCall(2);
        assertThat(read(keys.one(), "1")).contains("\"n\":1");
        assertThat(store.isArmed()).as("one call was made").isTrue();
        store.disarm();
        store.failCall(2);
        assertThatThrownBy(() -> read(keys.other(), "2")).isInstanceOf(NotFoundException.class);
        assertThat(store.isArmed()).as("one call was made").isTrue();
        store.disarm();
    }

    @ParameterizedTest
    @EnumSource
    void uniqueValuesArePerKey(CollidingKeySet keys) {
        open(keys);
        create(keys.one, "1", 1);
        createWithEmail(keys.other, "2", "1");
        assertThat(hasCollisionMark()).isTrue();
        for (String key : List.of(keys.one, keys.other)) {
            assertThatThrownBy(() -> createWithEmail(key, "3", "1")).isInstanceOf(ConflictException.class);
        }
        ItemResult deleted =
                items().writer().delete("1", keys.one(), ItemConditions.NONE).join();
        assertThat(deleted.outcome()).isEqualTo(ItemResult.Outcome.DELETED);
        assertThatThrownBy(() -> createWithEmail(keys.other, "3", "1")).isInstanceOf(ConflictException.class);
        createWithEmail(keys.one, "3", "1");
        deleted =
                items().writer().delete("2", keys.other(), ItemConditions.NONE).join();
        assertThat(deleted.outcome()).isEqualTo(ItemResult.Outcome.DELETED);
        createWithEmail(keys.other, "3", "1");
        assertSound();
    }

    private void createWithEmail(String key, String id, String email) {
        String json = "{\"id\":\"" + id + "\",\"email\":\"" + email + "\",\"user\":\"u\",\"pk\":\"" + key + "\"}";
        ItemResult unused = items().writer()
                .create(json.getBytes(StandardCharsets.UTF_8), WriteOptions.NONE)
                .join();
    }

    @ParameterizedTest
    @EnumSource
    void anExpiredItemOfTheOtherKeyCanStillBeRestored(CollidingKeySet keys) {
        open(keys);
        ItemResult unused = items().writer()
                .create(item(keys.one, "1", 1), WriteOptions.ttlSeconds(10))
                .join();
        clock.advance(Duration.ofSeconds(10));
        assertThatThrownBy(() -> items().writer()
                        .restore("1", keys.other(), Lifetime.NEVER)
                        .join())
                .isInstanceOf(NotFoundException.class);
        create(keys.other, "1", 2);
        assertThat(items().expiry().explain("1", keys.one()).state()).isEqualTo(Explanation.State.EXPIRED);
        unused = items().writer().restore("1", keys.one(), Lifetime.NEVER).join();
        assertThat(read(keys.one(), "1")).contains("\"n\":1");
        assertThat(read(keys.other(), "1")).contains("\"n\":2");
    }

    @ParameterizedTest
    @EnumSource
    void purgingOneKeyLeavesTheOther(CollidingKeySet keys) {
        open(keys);
        ItemResult unused = items().writer()
                .create(item(keys.one, "1", 1), WriteOptions.ttlSeconds(10))
                .join();
        unused = items().writer()
                .create(item(keys.other, "1", 2), WriteOptions.ttlSeconds(20))
                .join();
        unused = items().writer()
                .create(item(keys.other, "2", 2), WriteOptions.ttlSeconds(10))
                .join();
        create(keys.one, "2", 1);
        clock.advance(Duration.ofSeconds(10));
        assertThat(items().removal().purgeAll().items()).isEqualTo(2);
        assertThat(read(keys.other(), "1")).contains("\"n\":2");
        assertThat(read(keys.one(), "2")).contains("\"n\":1");
        assertSound();
    }
}
