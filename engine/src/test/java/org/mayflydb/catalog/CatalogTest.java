package org.mayflydb.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.PreconditionFailedException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.charge.Throughput;
import org.mayflydb.database.TranslatedStore;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.EpkRange;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.testing.TestStores;

/** Changes are decided by what is stored, whatever a catalog has in memory. */
class CatalogTest {
    private static final PartitionSpec SYSTEM = new PartitionSpec(0, 0, EpkRange.FULL);

    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
    private final FaultyStore store = new FaultyStore(TestStores.open());
    private final SplittableRandom random = new SplittableRandom(42);
    private final Partition system = partition(1);

    // Two catalogs in one process: neither is told what the other one changes.
    private final Catalog one = new Catalog(system, Throughput.DEFAULT, random);
    private final Catalog other = new Catalog(system, Throughput.DEFAULT, random);

    private Partition partition(long owner) {
        return new Partition(
                SYSTEM,
                new Partition.Environment(TranslatedStore.of(store), clock, Durability.SYNCED, new UUID(owner, owner)));
    }

    private static ContainerProperties properties(String id) {
        return ContainerProperties.create(
                (JsonObject) JsonValue.parse("{\"id\":\"" + id + "\",\"partitionKey\":{\"paths\":[\"/pk\"]}}"),
                TimeToLive.NullPolicy.OFF);
    }

    private static ContainerRecord create(Catalog catalog, String databaseId, String id) {
        return catalog.createContainer(databaseId, properties(id), Throughput.manual(12_000));
    }

    private static Offer offer(@Nullable Offer present) {
        return Invariant.present(present, "there is an offer");
    }

    @Test
    void noNumberIsHandedOutTwice() {
        one.createDatabase("d", null);
        Set<Integer> databases = new HashSet<>(List.of(one.database("d").number()));
        Set<Integer> offers = new HashSet<>();
        Set<Integer> partitions = new HashSet<>();
        Set<Integer> containers = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            Catalog catalog = i % 3 == 0 ? one : other;
            assertThat(databases.add(catalog.createDatabase("d" + i, null).number()))
                    .isTrue();
            ContainerRecord container = create(catalog, "d", "c" + i);
            assertThat(containers.add(container.number())).isTrue();
            assertThat(offers.add(offer(container.offer()).number())).isTrue();
            container
                    .partitions()
                    .forEach(partition ->
                            assertThat(partitions.add(partition.number())).isTrue());
            PartitionSpec parent = container.partitions().get(0);
            Catalog splitting = i % 2 == 0 ? one : other;
            splitting
                    .partitions()
                    .nameChildren(container, parent, 1)
                    .forEach(child -> assertThat(partitions.add(child.number())).isTrue());
        }
    }

    @Test
    void containersOfDifferentDatabasesHaveDifferentNumbers() {
        Set<Integer> numbers = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            one.createDatabase("d" + i, null);
            assertThat(numbers.add(create(one, "d" + i, "a").number())).isTrue();
            assertThat(numbers.add(create(one, "d" + i, "b").number())).isTrue();
        }
    }

    @Test
    void aContainerIsSpreadByTheThroughputThatItShares() {
        one.createDatabase("d", Throughput.autoscale(16_000));
        ContainerRecord container = one.createContainer("d", properties("c"), null);
        assertThat(container.offer()).isNull();
        assertThat(container.partitions()).hasSize(2);
    }

    @Test
    void anIdThatAnotherCatalogHasTakenIsAConflict() {
        one.createDatabase("d", null);
        create(one, "d", "c");
        one.users().create("d", UserCatalog.named("ann"));
        assertThatThrownBy(() -> other.createDatabase("d", null)).isInstanceOf(ConflictException.class);
        assertThatThrownBy(() -> create(other, "d", "c")).isInstanceOf(ConflictException.class);
        assertThatThrownBy(() -> other.users().create("d", UserCatalog.named("ann")))
                .isInstanceOf(ConflictException.class);
    }

    @Test
    void anIdThatAnotherCatalogHasFreedCanBeTaken() {
        one.createDatabase("d", null);
        int number = create(one, "d", "c").number();
        other.deleteContainer("d", "c", null);
        assertThat(create(one, "d", "c").number()).isEqualTo(number + 1);
        other.deleteDatabase("d", null);
        assertThat(one.createDatabase("d", null)).isNotNull();
    }

    @Test
    void aConditionIsComparedWithTheStoredVersion() {
        one.createDatabase("d", null);
        String etag = create(one, "d", "c").etag();
        String later =
                other.replaceContainer("d", "c", null, current -> current).etag();
        assertThatThrownBy(() -> one.replaceContainer("d", "c", etag, current -> current))
                .isInstanceOf(PreconditionFailedException.class);
        assertThatThrownBy(() -> one.deleteContainer("d", "c", etag)).isInstanceOf(PreconditionFailedException.class);
        assertThat(one.container("d", "c").etag())
                .as("the refusal has refreshed the cache")
                .isEqualTo(later);
        one.deleteContainer("d", "c", later);
    }

    @Test
    void aChangeStartsFromWhatAnotherCatalogHasChanged() {
        one.createDatabase("d", Throughput.manual(400));
        other.offers()
                .replace(other.createDatabase("e", Throughput.manual(400)), offer -> Throughput.manual(500), null);
        create(one, "e", "c");
        assertThat(offer(one.container("e", "c").database().offer())
                        .throughput()
                        .unitsMax())
                .isEqualTo(500);
        assertThat(other.findContainer("e", "c"))
                .as("the cache of the other one")
                .isNull();
        other.distrust();
        assertThat(other.container("e", "c")).isEqualTo(one.container("e", "c"));
    }

    @Test
    void aCommitOfAnotherOwnerMakesTheDecisionRunAgain() {
        one.createDatabase("d", null);
        Catalog newOwner = new Catalog(partition(2), Throughput.DEFAULT, random);
        // Between the decision of the new owner and its commit, the old one takes the id.
        store.beforeCommit(1, () -> create(one, "d", "c"));
        assertThatThrownBy(() -> create(newOwner, "d", "c")).isInstanceOf(ConflictException.class);
        ContainerRecord second = create(newOwner, "d", "c2");
        assertThat(second.partitions())
                .extracting(PartitionSpec::number)
                .doesNotContainAnyElementsOf(one.container("d", "c").partitions().stream()
                        .map(PartitionSpec::number)
                        .toList());
        assertThatThrownBy(() -> create(one, "d", "c3"))
                .as("the old owner has lost the partition")
                .isInstanceOf(UnavailableException.class);
    }

    @Test
    void aRefusedChangeWritesNothing() {
        one.createDatabase("d", null);
        create(one, "d", "c");
        long sequence = system.head().sequence();
        List<Runnable> refused = List.of(
                () -> one.createDatabase("d", null),
                () -> create(one, "d", "c"),
                () -> create(one, "none", "c"),
                () -> one.deleteContainer("d", "c", "\"other\""),
                () -> one.offers().replace(one.database("d"), offer -> Throughput.manual(400), null),
                () -> one.users().delete("d", "ann", null));
        for (Runnable change : refused) {
            assertThatThrownBy(change::run).isInstanceOf(MayflyException.class);
        }
        assertThat(system.head().sequence()).isEqualTo(sequence);
        assertThat(one.isSettled()).isTrue();
    }

    @Test
    void whatAReaderSeesIsWhatIsStored() {
        for (int i = 0; i < 60; i++) {
            Catalog catalog = random.nextBoolean() ? one : other;
            try {
                change(catalog, "d" + random.nextInt(3), "c" + random.nextInt(3));
            } catch (MayflyException refused) {
                // It does not apply to what is stored.
            }
            assertThat(catalog.containers()).containsExactlyElementsOf(read().containers());
            assertThat(catalog.databases()).containsExactlyElementsOf(read().databases());
        }
    }

    private Catalog read() {
        return new Catalog(system, Throughput.DEFAULT, random);
    }

    private void change(Catalog catalog, String databaseId, String id) {
        switch (random.nextInt(6)) {
            case 0, 1 -> catalog.createDatabase(databaseId, random.nextBoolean() ? Throughput.manual(400) : null);
            case 2, 3 -> create(catalog, databaseId, id);
            case 4 -> catalog.replaceContainer(databaseId, id, null, current -> current);
            default -> catalog.deleteContainer(databaseId, id, null);
        }
    }

    @Test
    void childrenTakeTheirParentsPlaceOnce() {
        one.createDatabase("d", null);
        ContainerRecord container = create(one, "d", "c");
        PartitionSpec parent = container.partitions().get(0);
        List<PartitionSpec> children = one.partitions().nameChildren(container, parent, 1);
        ContainerRecord split = one.partitions().replaceParent(container, parent, children);
        assertThat(split.partitions()).hasSize(3).containsAll(children).doesNotContain(parent);
        assertThat(one.partitions().replaceParent(container, parent, children)).isEqualTo(split);
        assertThat(one.partitions().dropped()).containsExactly(parent.number());
    }

    @Test
    void childrenWhoseEntriesWereRemovedDoNotTakeTheirParentsPlace() {
        one.createDatabase("d", null);
        ContainerRecord container = create(one, "d", "c");
        PartitionSpec parent = container.partitions().get(0);
        List<PartitionSpec> children = one.partitions().nameChildren(container, parent, 1);
        other.partitions().forgetDropped(children.get(1).number());
        assertThatThrownBy(() -> one.partitions().replaceParent(container, parent, children))
                .isInstanceOf(NotFoundException.class);
        assertThat(one.container("d", "c").partitions()).isEqualTo(container.partitions());
    }

    @Test
    void aCatalogThatChangesWhileItIsReadIsReadAgain() {
        one.createDatabase("d", null);
        // After the databases, before the containers.
        store.beforeCall(2, FaultyStore.Call.SCAN, () -> {
            one.createDatabase("e", null);
            create(one, "e", "c");
        });
        assertThat(read().findContainer("e", "c")).isNotNull();
    }
}
