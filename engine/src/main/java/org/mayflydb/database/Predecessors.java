package org.mayflydb.database;

import java.util.LinkedHashMap;
import java.util.Map;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.Store;

/**
 * The last LSNs of deleted containers, by name. A container created under such a name continues the LSNs, because clients
 * keep session tokens and would wait for an LSN that is far away. Only the newest names are kept, and none after a restart.
 */
final class Predecessors {
    private static final int NAMES_MAX = 10_000;

    private final Map<String, Long> lsnByName = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > NAMES_MAX;
        }
    };

    /** Remembers a container that takes no writes any more and whose keys are still stored. */
    synchronized void add(ContainerRecord container, Store store) {
        long lsn = 0;
        for (PartitionSpec partition : container.partitions()) {
            long last =
                    PartitionHead.stored(store.partition(partition.number())).lastLsn();
            lsn = Math.max(lsn, last);
        }
        lsnByName.merge(name(container.database().id(), container.id()), lsn, Math::max);
    }

    /** The highest LSN of any partition of the containers of this name; 0 if none is known. */
    synchronized long lastLsn(String databaseId, String containerId) {
        return lsnByName.getOrDefault(name(databaseId, containerId), 0L);
    }

    private static String name(String databaseId, String containerId) {
        return databaseId + "/" + containerId;
    }
}
