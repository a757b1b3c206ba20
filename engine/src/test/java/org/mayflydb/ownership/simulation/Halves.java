package org.mayflydb.ownership.simulation;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mayflydb.ownership.SplitContents;
import org.mayflydb.partition.PartitionHead;

/** Which versions belong to which child. */
record Halves(Simulation simulation, int parent) implements SplitContents {

    @Override
    public @Nullable Object part(Object entries, int child) {
        SimulatedStore.Stored stored = simulation.store().partition(parent);
        int middle = (stored.low + stored.high) / 2;
        Version[] part = Arrays.stream((Version[]) entries)
                .filter(version -> (version.key < middle) == (child == 0))
                .toArray(Version[]::new);
        return part.length == 0 ? null : part;
    }

    @Override
    public PartitionHead complete(PartitionHead parentHead, int child) {
        return parentHead.child(0, 0);
    }

    /** One is left to be copied after the fence, which is where it matters. */
    @Override
    public int lastCommits() {
        return 1;
    }

    @Override
    public long bytes(Object changes) {
        return 1;
    }

    /** So few that random runs exceed it and begin again. */
    @Override
    public long waitingBytesMax() {
        return 3;
    }
}
