package org.mayflydb.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.SystemTime;
import org.mayflydb.catalog.CatalogVersion.Allocation;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.EpkRange;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.Store;
import org.mayflydb.testing.TestStores;

class CatalogVersionTest {
    private final Store store = TestStores.open();
    private final Partition system = new Partition(
            new PartitionSpec(0, 0, EpkRange.FULL),
            new Partition.Environment(store, SystemTime.source(), Durability.SYNCED, new UUID(1, 1)));
    private final Catalog catalog = new Catalog(system, null, new Random(1));

    private CatalogVersion stored() {
        return CatalogVersion.stored(store.partition(0));
    }

    private byte @Nullable [] deleted(int partition) {
        return store.partition(0).get(CatalogKeys.deletedPartition(partition));
    }

    private DeletedPartition listed(PartitionSpec partition) {
        return DeletedPartition.decode(Invariant.present(deleted(partition.number()), "it is listed"));
    }

    private List<String> findings() {
        List<String> findings = new ArrayList<>();
        catalog.partitions().check(findings::add);
        return findings;
    }

    private ContainerRecord container() {
        catalog.createDatabase("d", null);
        ContainerProperties properties = ContainerProperties.create(
                (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}"),
                TimeToLive.NullPolicy.OFF);
        return catalog.createContainer("d", properties, null);
    }

    @Test
    void everyRecordIsReadBackAsItWasWritten() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            List<Allocation> allocations = IntStream.range(0, random.nextInt(3))
                    .mapToObj(n -> new Allocation(
                            random.nextInt() >>> 1,
                            random.nextLong(1L << 50),
                            List.of(random.nextInt() >>> 1, random.nextInt() >>> 1)))
                    .toList();
            CatalogVersion version = new CatalogVersion(random.nextLong(1L << 50), allocations);
            assertThat(CatalogVersion.decode(version.encode()))
                    .as("seed %d", seed)
                    .isEqualTo(version);
        }
    }

    @Test
    void everyChangeOfTheCatalogRaisesItsVersion() {
        ContainerRecord container = container();
        assertThat(catalog.version()).isEqualTo(2);
        catalog.replaceContainer("d", "c", null, properties -> properties);
        assertThat(catalog.version()).isEqualTo(3);
        catalog.deleteContainer("d", "c", null);
        assertThat(catalog.version()).isEqualTo(4);
        catalog.partitions().forgetDropped(container.partitions().get(0).number());
        assertThat(catalog.version()).isEqualTo(5);
    }

    @Test
    void partitionsNumberedForASplitAreRecordedUntilTheyAreInUse() {
        ContainerRecord container = container();
        PartitionSpec parent = container.partitions().get(0);
        List<PartitionSpec> children = catalog.partitions().nameChildren(container, parent, 7);
        assertThat(stored().allocations())
                .containsExactly(new Allocation(
                        parent.number(),
                        7,
                        children.stream().map(PartitionSpec::number).toList()));
        catalog.partitions().replaceParent(container, parent, children);
        assertThat(stored().allocations()).isEmpty();
    }

    @Test
    void partitionsNumberedForASplitAreForgottenWhenTheyAreDropped() {
        ContainerRecord container = container();
        List<PartitionSpec> children = catalog.partitions()
                .nameChildren(container, container.partitions().get(0), 7);
        children.forEach(child -> catalog.partitions().forgetDropped(child.number()));
        assertThat(stored().allocations()).isEmpty();
    }

    @Test
    void checkFindsPartitionsThatContradictOtherRecords() {
        ContainerRecord container = container();
        byte[] record = DeletedPartition.of(container, 1).encode();
        byte[] version = new CatalogVersion(2, List.of(new Allocation(1, 1, List.of(98, 99)))).encode();
        system.write(transaction -> {
            transaction.put(CatalogKeys.deletedPartition(1), record);
            transaction.put(CatalogVersion.KEY, version);
            return true;
        });
        assertThat(findings())
                .containsExactly(
                        "partition 1 is split into partitions that were never numbered",
                        "partition 1 is listed as deleted, but it is not to be dropped");
    }

    @Test
    void partitionsOfADeletedContainerAreListedUntilTheyAreDropped() {
        ContainerRecord container = container();
        PartitionSpec parent = container.partitions().get(0);
        PartitionSpec child =
                catalog.partitions().nameChildren(container, parent, 7).get(0);
        catalog.deleteContainer("d", "c", null);
        DeletedPartition expected = new DeletedPartition("d", "c", catalog.version());
        assertThat(listed(parent)).isEqualTo(expected);
        assertThat(listed(child)).isEqualTo(expected);
        assertThat(findings()).isEmpty();
        catalog.partitions().forgetDropped(parent.number());
        assertThat(deleted(parent.number())).isNull();
    }
}
