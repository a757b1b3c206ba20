package org.mayflydb.index;

import java.util.List;

/** The indexes of all partitions of a container, as one. Safe for use by many threads. */
public final class ContainerIndex {
    /** Replaced when partitions are split. */
    private volatile List<PartitionIndex> partitions;

    /** The rules that items are taken apart by when they arrive. */
    private volatile IndexRules rules;

    public ContainerIndex(List<PartitionIndex> partitions, IndexRules rules) {
        this.partitions = List.copyOf(partitions);
        this.rules = rules;
    }

    /** Has other partitions from now on, whose indexes are by the same rules. */
    public void replacePartitions(List<PartitionIndex> newPartitions) {
        partitions = List.copyOf(newPartitions);
    }

    /** The rules that the index is kept by, or will be once it is rebuilt. */
    public IndexRules rules() {
        return rules;
    }

    /** Puts other rules in force. If there are many items, the rest is done by {@link #rebuildStep}. */
    public void change(IndexRules newRules) {
        partitions.forEach(partition -> partition.change(newRules));
        rules = newRules;
    }

    /** Whether the index is still to be rebuilt after a change of its rules. */
    public boolean isStale() {
        for (PartitionIndex partition : partitions) {
            if (partition.isRebuilding()) {
                return true;
            }
        }
        return false;
    }

    /** Rebuilds some more of it, in one commit; returns true if there is more to do. */
    public boolean rebuildStep() {
        for (PartitionIndex partition : partitions) {
            if (partition.isRebuilding()) {
                partition.rebuildStep();
                break;
            }
        }
        return isStale();
    }

    /** How much of it is by the rules in force, in percent; 100 only if all of it is. */
    public int progressPercent() {
        if (!isStale()) {
            return 100;
        }
        long done = 0;
        long items = 0;
        for (PartitionIndex partition : partitions) {
            done += partition.itemsDone();
            items += partition.items();
        }
        return (int) Math.min(99, 100 * done / Math.max(1, items));
    }
}
