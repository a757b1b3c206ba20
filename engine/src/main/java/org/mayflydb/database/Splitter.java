package org.mayflydb.database;

import java.util.Comparator;
import java.util.function.Supplier;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.item.Items;
import org.mayflydb.partition.PartitionSpec;

/** Splits partitions in the background until every container has as many as its throughput asks for. */
interface Splitter extends ContainerRounds.Work {
    /** The pause before a split is tried again. */
    long RETRY_MILLIS = 1000;

    /** What splits need of the engine. */
    interface Containers {
        Items open(ContainerRecord container);

        /**
         * Runs an action that replaces partitions of the container, while nothing else opens, changes or discards it.
         *
         * @param action returns the record with the new partitions
         */
        void exclusively(ContainerRecord container, Supplier<ContainerRecord> action);

        /**
         * The items have other partitions from now on.
         *
         * @param remove removes the old one; called when no request reads it any more
         */
        void split(ContainerRecord container, PartitionSpec parent, Items items, Runnable remove);
    }

    @Override
    default long pauseMillis() {
        return 0;
    }

    @Override
    default long blockedMillis() {
        return RETRY_MILLIS;
    }

    @Override
    default long idleMillis() {
        return RETRY_MILLIS;
    }

    /** Makes the split in progress fail or stop, and begins no other. */
    void cancel();

    static boolean needsMore(ContainerRecord container) {
        return container.partitions().size() < container.partitionsWanted();
    }

    /** The partition that was split least often, which holds most of the hash space. */
    static PartitionSpec widest(ContainerRecord container) {
        return container.partitions().stream()
                .min(Comparator.comparingInt(partition -> partition.ancestors().size()))
                .orElseThrow();
    }
}
