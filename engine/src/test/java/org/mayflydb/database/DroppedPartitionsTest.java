package org.mayflydb.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.SystemTime;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.catalog.Catalog;
import org.mayflydb.catalog.ContainerProperties;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.TimeToLive;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.Store;
import org.mayflydb.testing.TestStores;

class DroppedPartitionsTest {
    private static final UUID OTHER = new UUID(2, 2);

    private final FaultyStore store = new FaultyStore(TestStores.openReliable());
    private final Store translated = TranslatedStore.of(store);
    private final Partition.Environment environment =
            new Partition.Environment(translated, SystemTime.source(), Durability.SYNCED, new UUID(1, 1));
    private final Catalog catalog =
            new Catalog(new Partition(Engine.SYSTEM, environment), null, new SplittableRandom(1));
    private final DroppedPartitions dropped = new DroppedPartitions(translated, catalog, environment.owner());
    private final ContainerRecord container;
    private final PartitionSpec parent;

    DroppedPartitionsTest() {
        catalog.createDatabase("d", null);
        ContainerProperties properties = ContainerProperties.create(
                (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}"),
                TimeToLive.NullPolicy.OFF);
        container = catalog.createContainer("d", properties, null);
        parent = container.partitions().get(0);
    }

    /** A partition that another process has written to. */
    private Partition written(PartitionSpec spec) {
        Partition partition = new Partition(
                spec, new Partition.Environment(translated, SystemTime.source(), Durability.SYNCED, OTHER));
        partition.write(transaction -> {
            transaction.put(new byte[] {0x10, 1}, new byte[] {1});
            return transaction.nextLsn();
        });
        return partition;
    }

    private List<PartitionSpec> children() {
        return catalog.partitions().nameChildren(container, parent, 1);
    }

    @Test
    void theEntriesOfADeletedContainerAreRemoved() {
        written(parent);
        catalog.deleteContainer("d", "c", null);
        dropped.removeAll();
        assertThat(store.partitionNumbers()).containsExactly(0);
        assertThat(catalog.partitions().dropped()).isEmpty();
    }

    @Test
    void aPartitionInUseIsNotRemoved() {
        written(parent);
        dropped.remove(parent.number());
        assertThat(store.partitionNumbers()).contains(parent.number());
    }

    @Test
    void aProcessThatStillWritesToADroppedPartitionIsRefused() {
        Partition late = written(parent);
        catalog.deleteContainer("d", "c", null);
        // The other process writes between the look at the head and the commit on it.
        store.beforeCommit(1, () -> late.write(transaction -> transaction.nextLsn()));
        dropped.remove(parent.number());
        assertThatThrownBy(() -> late.write(transaction -> transaction.nextLsn()))
                .isInstanceOf(UnavailableException.class);
        assertThat(store.partitionNumbers()).containsExactly(0);
    }

    @Test
    void childrenThatAreInUseByTheTimeTheyWouldBeRemovedStay() {
        List<PartitionSpec> children = children();
        children.forEach(this::written);
        List<Integer> listed = catalog.partitions().dropped();
        assertThat(listed).hasSize(2);
        // Another process finishes its split after this one has read the list.
        catalog.partitions().replaceParent(container, parent, children);
        listed.forEach(dropped::remove);
        assertThat(store.partitionNumbers()).contains(listed.get(0), listed.get(1));
    }

    @Test
    void aSplitWhoseChildrenAreBeingRemovedCannotBeFinished() {
        List<PartitionSpec> children = children();
        children.forEach(this::written);
        store.failCall(1, FaultyStore.Call.DROP);
        assertThatThrownBy(() -> dropped.remove(children.get(1).number())).isInstanceOf(UnavailableException.class);
        assertThatThrownBy(() -> catalog.partitions().replaceParent(container, parent, children))
                .isInstanceOf(NotFoundException.class);
        dropped.removeAll();
        assertThat(store.partitionNumbers()).containsExactly(0);
    }

    @Test
    void aRemovalThatWasInterruptedAnywhereIsContinued() {
        for (int nth = 1; nth < 8; nth++) {
            List<PartitionSpec> children = children();
            children.forEach(this::written);
            store.failCall(nth);
            try {
                dropped.removeAll();
            } catch (UnavailableException interrupted) {
                assertThat(store.isArmed()).isFalse();
            }
            store.disarm();
            dropped.removeAll();
            assertThat(store.partitionNumbers()).as("call %d", nth).containsExactly(0);
            assertThat(catalog.partitions().dropped()).isEmpty();
        }
    }

    @Test
    void whatADroppedPartitionsHeadRefusesStaysRefused() {
        List<PartitionSpec> children = children();
        Partition child = written(children.get(0));
        byte[] seen = Invariant.present(store.partition(child.number()).get(PartitionHead.KEY), "it has a head");
        store.failCall(1, FaultyStore.Call.DROP);
        assertThatThrownBy(() -> dropped.remove(child.number())).isInstanceOf(UnavailableException.class);
        CommitOutcome outcome = store.partition(child.number())
                .commit(new Commit(Durability.SYNCED)
                        .ifValue(PartitionHead.KEY, seen)
                        .put(new byte[] {0x10, 2}, new byte[] {2}));
        assertThat(outcome).isEqualTo(CommitOutcome.CONDITION_FAILED);
    }
}
