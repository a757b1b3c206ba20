package org.mayflydb.partition;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.key.EpkRange;

/**
 * Where a partition is and what it holds.
 *
 * @param number which partition of the store it is; never used twice
 * @param rangeId the id of the partition key range towards clients, counted per container
 * @param range the effective partition keys of its items
 * @param ancestors the partitions that were split until this one came out, the first one first
 */
public record PartitionSpec(int number, int rangeId, EpkRange range, List<Ancestor> ancestors) {

    /** A partition that is no more. */
    public record Ancestor(int number, int rangeId) {}

    public PartitionSpec {
        ancestors = List.copyOf(ancestors);
    }

    /** One that came out of no split. */
    public PartitionSpec(int number, int rangeId, EpkRange range) {
        this(number, rangeId, range, List.of());
    }

    /** What comes out when this one is split. */
    public PartitionSpec child(int childNumber, int childRangeId, EpkRange childRange) {
        List<Ancestor> line = new ArrayList<>(ancestors);
        line.add(new Ancestor(number, rangeId));
        return new PartitionSpec(childNumber, childRangeId, childRange, line);
    }

    /** Returns true if this is the id of its range, or of one that it was split from. */
    public boolean continuesRange(int id) {
        if (rangeId == id) {
            return true;
        }
        for (Ancestor ancestor : ancestors) {
            if (ancestor.rangeId == id) {
                return true;
            }
        }
        return false;
    }

    /** Whether it is that partition, or one that it was split into. */
    public boolean descendsFrom(int partitionNumber) {
        return number == partitionNumber || ancestors.stream().anyMatch(ancestor -> ancestor.number == partitionNumber);
    }
}
