package org.mayflydb.database;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.key.EpkRange;
import org.mayflydb.partition.FormerRange;
import org.mayflydb.partition.PartitionSpec;

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
     */
    record Traces(long lsn, List<FormerRange> ranges) {
        static final Traces NONE = new Traces(0, List.of());

        Traces {
            ranges = List.copyOf(ranges);
        }

        private Traces followedBy(Traces later) {
            return new Traces(Math.max(lsn, later.lsn), later.ranges);
        }
    }

    private final Map<String, Traces> byName = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Traces> eldest) {
            return size() > NAMES_MAX;
        }
    };

    /**
     * Remembers a container that takes no writes any more and whose keys are still stored.
     *
     * @param lastLsn returns the newest LSN of a partition
     */
    synchronized void add(ContainerRecord container, ToLongFunction<PartitionSpec> lastLsn) {
        long lsn = container.partitions().stream().mapToLong(lastLsn).max().orElse(0);
        byName.merge(
                name(container.database().id(), container.id()),
                new Traces(lsn, ranges(container)),
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
