package org.mayflydb.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.GoneException;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.item.Items;
import org.mayflydb.item.check.EntryOwner;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.Keyspace;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.partition.PartitionHead.State;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.testing.TestStores;

/** One split, into two partitions that the test has named. */
class PartitionSplitTest {
    private static final int LEFT = 101;
    private static final int RIGHT = 102;
    private static final UUID OWNER = new UUID(7, 7);

    private final FaultyStore store = new FaultyStore(TestStores.open());
    private final Engine engine = Engine.open(
            store, EngineSettings.defaults().withPurgeTimer(StepTimer.NEVER).withBackground(step -> {}));
    private final Items items;
    private final Partition parent;
    private final PartitionSplit split;

    PartitionSplitTest() {
        engine.createDatabase("d");
        ContainerRecord container = engine.createContainer(
                "d", (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}"), null);
        items = engine.items("d", "c");
        for (int i = 0; i < 40; i++) {
            create(i);
        }
        int number = container.partitions().get(0).number();
        parent = Invariant.present(items.partition(number), "it has this partition");
        List<EpkRange> halves = parent.range().halves(container.properties().partitionKey());
        split = new PartitionSplit(
                parent,
                new EntryOwner(container.properties().partitionKey()),
                List.of(writer(LEFT, halves.get(0)), writer(RIGHT, halves.get(1))));
    }

    private ChildWriter writer(int number, EpkRange range) {
        return new ChildWriter(store.partition(number), range, OWNER);
    }

    @AfterEach
    void close() {
        store.disarm();
        split.close();
        engine.close();
    }

    private void create(int number) {
        items.writer()
                .create(
                        ("{\"id\":\"" + number + "\",\"pk\":\"" + number + "\"}").getBytes(StandardCharsets.UTF_8),
                        WriteOptions.NONE)
                .join();
    }

    private void delete(int number) {
        items.writer()
                .delete("" + number, PartitionKey.of("" + number), ItemConditions.NONE)
                .join();
    }

    private int stored(int partition, Keyspace keyspace) {
        List<Object> found = new ArrayList<>();
        store.partition(partition).walk(KeyRange.prefix(keyspace.prefix()), found::add);
        return found.size();
    }

    private PartitionHead head(int partition) {
        return PartitionHead.stored(store.partition(partition));
    }

    @Test
    void everyItemGoesToTheChildOfItsKey() {
        split.copy();
        assertThat(stored(LEFT, Keyspace.ITEM)).isBetween(1, 39);
        assertThat(stored(LEFT, Keyspace.ITEM) + stored(RIGHT, Keyspace.ITEM)).isEqualTo(40);
        assertThat(stored(LEFT, Keyspace.FEED)).isEqualTo(stored(LEFT, Keyspace.ITEM));
    }

    @Test
    void whileItIsCopiedTheParentIsInUseAndTheChildrenAreMarkedAsCopies() {
        split.copy();
        create(100);
        assertThat(head(LEFT).ownership().state()).isEqualTo(State.COPYING);
        assertThat(head(LEFT).owner()).isEqualTo(OWNER);
    }

    @Test
    void writesAndDeletesAfterTheCopyAreInTheChildrenAtTheEnd() {
        split.copy();
        create(100);
        delete(3);
        delete(4);
        split.finish(() -> "done");
        assertThat(stored(LEFT, Keyspace.ITEM) + stored(RIGHT, Keyspace.ITEM)).isEqualTo(39);
        assertThat(head(LEFT).items() + head(RIGHT).items()).isEqualTo(39);
        assertThat(head(LEFT).bytes() + head(RIGHT).bytes())
                .isEqualTo(parent.head().bytes());
    }

    @Test
    void theChildrenContinueWhereTheParentEnded() {
        split.copy();
        PartitionHead last = parent.head();
        split.finish(() -> "done");
        for (int child : List.of(LEFT, RIGHT)) {
            assertThat(head(child).lastLsn()).isEqualTo(last.lastLsn());
            assertThat(head(child).lastDocument()).isEqualTo(last.lastDocument());
            assertThat(head(child).sequence()).isGreaterThan(last.sequence());
            assertThat(head(child).ownership().state()).isEqualTo(State.ACTIVE);
            assertThat(head(child).owner()).isEqualTo(Ownership.NOBODY);
        }
    }

    @Test
    void theParentAcceptsNoWriteOnceTheSplitIsFinished() {
        split.copy();
        assertThat(split.finish(() -> "done")).isEqualTo("done");
        assertThatThrownBy(() -> parent.write(transaction -> transaction.nextLsn()))
                .isInstanceOf(GoneException.class);
    }

    @Test
    void theParentStaysRetiredIfItIsUncertainWhetherItWasReplaced() {
        split.copy();
        assertThatThrownBy(() -> split.finish(() -> {
                    throw new UnavailableException("the catalog cannot be written");
                }))
                .isInstanceOf(UnavailableException.class);
        assertThat(parent.isRetired()).isTrue();
    }

    @Test
    void aChildThatAnotherProcessHasTakenEndsTheSplitAndLeavesTheParentInUse() {
        split.copy();
        PartitionHead taken = head(LEFT).with(new Ownership(State.DROPPED, 2, new UUID(8, 8), 1000, 0));
        store.partition(LEFT).commit(new Commit(Durability.SYNCED).put(PartitionHead.KEY, taken.encode()));
        assertThatThrownBy(() -> split.finish(() -> "done")).isInstanceOf(UnavailableException.class);
        assertThat(head(LEFT)).isEqualTo(taken);
        create(100);
    }

    @Test
    void aCancelledSplitFails() {
        split.copy();
        split.cancel();
        assertThatThrownBy(() -> split.finish(() -> "done")).isInstanceOf(UnavailableException.class);
        create(100);
    }

    @Test
    void lostAnswersChangeNothing() {
        store.loseAnswer(1, true);
        store.loseAnswer(3, false);
        split.copy();
        store.loseAnswer(1, true);
        split.finish(() -> "done");
        assertThat(head(LEFT).items() + head(RIGHT).items()).isEqualTo(40);
        assertThat(stored(LEFT, Keyspace.ITEM) + stored(RIGHT, Keyspace.ITEM)).isEqualTo(40);
    }
}
