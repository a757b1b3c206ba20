package org.mayflydb.database;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.key.ResourceId;
import org.mayflydb.partition.PartitionSpec;

/**
 * The last LSNs of deleted containers, by name. A container created under such a name continues the LSNs, because clients
 * keep session tokens and would wait for an LSN that is far away. Also the names of deleted containers, by resource id,
 * because some clients keep using that of a container that was re-created. Only the newest are kept, and none after a
 * restart.
 */
final class Predecessors {
    private static final int NAMES_MAX = 10_000;

    private final Map<String, Long> lsnByName = new Newest<>();
    private final Map<ResourceId, Name> nameByRid = new Newest<>();

    /** The name of a container. */
    record Name(String database, String container) {}

    private static final class Newest<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > NAMES_MAX;
        }
    }

    /**
     * Remembers a container that takes no writes any more and whose keys are still stored.
     *
     * @param lastLsn returns the newest LSN of a partition
     */
    synchronized void add(ContainerRecord container, ToLongFunction<PartitionSpec> lastLsn) {
        long lsn = container.partitions().stream().mapToLong(lastLsn).max().orElse(0);
        lsnByName.merge(name(container.database().id(), container.id()), lsn, Math::max);
        nameByRid.put(container.rid(), new Name(container.database().id(), container.id()));
    }

    /** Returns the name of a deleted container; null if it is not known. */
    synchronized @Nullable Name nameOf(ResourceId rid) {
        return nameByRid.get(rid);
    }

    /** The highest LSN of any partition of the containers of this name; 0 if none is known. */
    synchronized long lastLsn(String databaseId, String containerId) {
        return lsnByName.getOrDefault(name(databaseId, containerId), 0L);
    }

    private static String name(String databaseId, String containerId) {
        return databaseId + "/" + containerId;
    }
}
