package org.mayflydb.database;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.key.EpkRange;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.Store;

/**
 * What clients may still remember of deleted containers, by name. A container that is created under the name of one of them
 * continues its sequence numbers, because clients keep the session token of the one before and would wait for a number that
 * is far away. A range id always stands for the same range, because clients that keep the old ranges would take a new one
 * with a known id for the old one, which may have held less. Only the newest names are remembered, and none after a restart.
 */
final class Predecessors {
    private static final int NAMES_MAX = 10_000;

    /**
     * Where the containers of a name have come to.
     *
     * @param lsn the newest sequence number of any of their partitions
     * @param nextRangeId greater than the id of any of their ranges
     * @param rangeIds the ids of the ranges that the last of them had
     */
    record Traces(long lsn, int nextRangeId, Map<EpkRange, Integer> rangeIds) {
        static final Traces NONE = new Traces(0, 0, Map.of());

        Traces {
            rangeIds = Map.copyOf(rangeIds);
        }

        private Traces followedBy(Traces later) {
            return new Traces(Math.max(lsn, later.lsn), Math.max(nextRangeId, later.nextRangeId), later.rangeIds);
        }

        /** The ids for the ranges of the next container of the name, in the order in which they are asked for. */
        ToIntFunction<EpkRange> idsForNext() {
            AtomicInteger next = new AtomicInteger(nextRangeId);
            return range -> {
                Integer known = rangeIds.get(range);
                return known == null ? next.getAndIncrement() : known;
            };
        }
    }

    private final Map<String, Traces> byName = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Traces> eldest) {
            return size() > NAMES_MAX;
        }
    };

    /** Remembers a container that takes no writes any more and whose keys are still stored. */
    synchronized void add(ContainerRecord container, Store store) {
        long lsn = 0;
        int nextRangeId = 0;
        Map<EpkRange, Integer> rangeIds = new HashMap<>();
        for (PartitionSpec partition : container.partitions()) {
            long last =
                    PartitionHead.stored(store.partition(partition.number())).lastLsn();
            lsn = Math.max(lsn, last);
            nextRangeId = Math.max(nextRangeId, partition.rangeId() + 1);
            rangeIds.put(partition.range(), partition.rangeId());
        }
        Traces traces = new Traces(lsn, nextRangeId, rangeIds);
        byName.merge(name(container.database().id(), container.id()), traces, Traces::followedBy);
    }

    /** What containers of this name have left; {@link Traces#NONE} if none is known. */
    synchronized Traces of(String databaseId, String containerId) {
        return byName.getOrDefault(name(databaseId, containerId), Traces.NONE);
    }

    private static String name(String databaseId, String containerId) {
        return databaseId + "/" + containerId;
    }
}
