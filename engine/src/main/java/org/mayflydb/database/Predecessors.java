package org.mayflydb.database;

import java.util.LinkedHashMap;
import java.util.Map;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.storage.Store;

/**
 * How far the partitions of deleted containers were, by name. A container that is created under the name of one of them goes on
 * counting from there: clients keep the session token of the one before for a while, and would wait for a sequence number
 * that is far away. Only the newest names are remembered, and none after a restart.
 */
final class Predecessors {
    private static final int NAMES_MAX = 10_000;

    private final Map<String, Long> lastLsns = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > NAMES_MAX;
        }
    };

    /** Remembers a container that takes no writes any more and whose keys are still stored. */
    synchronized void add(ContainerRecord container, Store store) {
        long lsn = container.partitions().stream()
                .mapToLong(partition -> PartitionHead.stored(store.partition(partition.number()))
                        .lastLsn())
                .max()
                .orElse(0);
        lastLsns.merge(name(container), lsn, Math::max);
    }

    /** The newest sequence number that a container of this name had; 0 if none is known. */
    synchronized long lastLsn(ContainerRecord container) {
        return lastLsns.getOrDefault(name(container), 0L);
    }

    private static String name(ContainerRecord container) {
        return container.database().id() + "/" + container.id();
    }
}
