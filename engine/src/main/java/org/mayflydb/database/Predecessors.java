package org.mayflydb.database;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.ContainerProperties;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.partition.FormerRange;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.Store;

/**
 * What clients may still remember of deleted containers, by name. A container created under such a name continues the LSNs,
 * because clients keep session tokens and would wait for an LSN that is far away. It knows the former ranges, because clients
 * with outdated ranges ask for them by id. Only the newest names are kept, and none after a restart.
 */
final class Predecessors {
    private static final int NAMES_MAX = 10_000;
    private static final int RANGES_MAX = 1_000;

    /**
     * What the containers of a name have left.
     *
     * @param lsn the highest LSN of any of their partitions
     * @param ranges every range they had, by ascending id
     * @param partitionKey of the last one; null if none is known
     */
    record Traces(
            long lsn, List<FormerRange> ranges, @Nullable PartitionKeyDefinition partitionKey) {
        static final Traces NONE = new Traces(0, List.of(), null);

        Traces {
            ranges = List.copyOf(ranges);
        }

        private Traces followedBy(Traces later) {
            return new Traces(Math.max(lsn, later.lsn), later.ranges, later.partitionKey);
        }

        /**
         * Returns true if a range of the next container may have the id that it had before. With another partition key it
         * must not: a query that a client has written for the old key would find a range to run in, and return too little.
         */
        boolean keepIds(ContainerProperties next) {
            return next.partitionKey().equals(partitionKey);
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
        for (PartitionSpec partition : container.partitions()) {
            long last =
                    PartitionHead.stored(store.partition(partition.number())).lastLsn();
            lsn = Math.max(lsn, last);
        }
        byName.merge(
                name(container.database().id(), container.id()),
                new Traces(lsn, ranges(container), container.properties().partitionKey()),
                Traces::followedBy);
    }

    /** What containers of this name have left; {@link Traces#NONE} if none is known. */
    synchronized Traces of(String databaseId, String containerId) {
        return byName.getOrDefault(name(databaseId, containerId), Traces.NONE);
    }

    private static List<FormerRange> ranges(ContainerRecord container) {
        Map<Integer, EpkRange> byId = new TreeMap<>();
        container.formerRanges().forEach(former -> byId.put(former.rangeId(), former.range()));
        for (PartitionSpec partition : container.partitions()) {
            byId.put(partition.rangeId(), partition.range());
            for (PartitionSpec.Ancestor ancestor : partition.ancestors()) {
                EpkRange range = container.formerRange(ancestor.rangeId());
                if (range != null) {
                    byId.put(ancestor.rangeId(), range);
                }
            }
        }
        List<FormerRange> ranges = new ArrayList<>();
        byId.forEach((id, range) -> ranges.add(new FormerRange(id, range)));
        return ranges.subList(Math.max(0, ranges.size() - RANGES_MAX), ranges.size());
    }

    private static String name(String databaseId, String containerId) {
        return databaseId + "/" + containerId;
    }
}
