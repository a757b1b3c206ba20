package org.mayflydb.database;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.mayflydb.base.SystemTime;
import org.mayflydb.catalog.Catalog;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.format.StoreFormat;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.Store;

/**
 * How many items each container of a store holds, expired or not. It is read from the heads of the partitions, so it costs
 * as little for many items as for few.
 */
public record StoreSummary(List<ContainerItems> containers) {

    /** What one container holds. */
    public record ContainerItems(String database, String container, long items) {}

    public StoreSummary {
        containers = List.copyOf(containers);
    }

    /** Reads a store that no engine has open. Changes nothing. */
    public static StoreSummary of(Store opened) {
        Store store = TranslatedStore.of(opened);
        // Only read, so the clock, the durability and the owner are never used.
        Partition system = new Partition(
                Engine.SYSTEM,
                new Partition.Environment(store, SystemTime.source(), Durability.SYNCED, Ownership.NOBODY));
        StoreFormat.check(store);
        List<ContainerItems> containers = new ArrayList<>();
        for (ContainerRecord container : new Catalog(system, null, RandomGenerator.getDefault()).containers()) {
            long items = 0;
            for (PartitionSpec partition : container.partitions()) {
                items += PartitionHead.stored(store.partition(partition.number()))
                        .items();
            }
            containers.add(new ContainerItems(container.database().id(), container.id(), items));
        }
        containers.sort(Comparator.comparing(ContainerItems::database).thenComparing(ContainerItems::container));
        return new StoreSummary(containers);
    }

    /** How many items all containers hold. */
    public long items() {
        return containers.stream().mapToLong(ContainerItems::items).sum();
    }
}
