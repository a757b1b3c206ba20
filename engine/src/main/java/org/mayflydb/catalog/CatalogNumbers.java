package org.mayflydb.catalog;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.CatalogState.Entry;
import org.mayflydb.key.ResourceId;
import org.mayflydb.partition.PartitionSpec;

/**
 * Finds what one state of the catalog contains by number, which the state itself knows by name only. Made when it is first asked
 * for; immutable.
 */
final class CatalogNumbers {
    private final CatalogState of;
    private final Map<Integer, DatabaseRecord> databases = new HashMap<>();
    private final Map<ResourceId, ContainerRecord> containers = new HashMap<>();
    private final Map<Integer, PartitionSpec> partitions = new HashMap<>();

    CatalogNumbers(CatalogState of) {
        this.of = of;
        for (Entry entry : of.databases().values()) {
            databases.put(entry.database().number(), entry.database());
            for (ContainerRecord container : entry.containers().values()) {
                containers.put(container.rid(), container);
                container.partitions().forEach(partition -> partitions.put(partition.number(), partition));
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // another state has other numbers
    boolean isOf(CatalogState state) {
        return of == state;
    }

    @Nullable
    DatabaseRecord database(ResourceId id) {
        DatabaseRecord found = databases.get(id.database());
        return found != null && found.rid().equals(id) ? found : null;
    }

    @Nullable
    ContainerRecord container(ResourceId id) {
        return containers.get(id);
    }

    @Nullable
    PartitionSpec partition(int number) {
        return partitions.get(number);
    }
}
