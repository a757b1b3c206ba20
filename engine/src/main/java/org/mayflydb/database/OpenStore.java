package org.mayflydb.database;

import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.Catalog;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionSpec;

/** A store that this process has opened, to itself or together with others: in the current format, with its catalog. */
interface OpenStore {

    /** What all partitions have in common. */
    Partition.Environment environment();

    Catalog catalog();

    /** A partition, for reading and writing; null if another process owns it. */
    @Nullable
    Partition partition(PartitionSpec spec);

    /** Returns true if this process owns the partition, so that {@link #partition} returns it. */
    boolean owns(PartitionSpec spec);

    /**
     * Begins to follow what other processes do, once containers can be opened.
     *
     * @param moved called when this process may own other partitions than before
     */
    void start(OpenContainers containers, Runnable moved);

    /**
     * Has an open container go by a changed record. Where processes share the store, all of them do so when they follow the catalog:
     * see {@link #awaitEverywhere}.
     */
    void changed(ContainerRecord container);

    /** Waits until every process goes by the change of the catalog that this one has made last. */
    void awaitEverywhere();

    /** Waits until no process responds from a deleted container of this name. */
    void awaitGone(String databaseId, String containerId);

    /** Removes the entries of a deleted container's partitions, or leaves that to the background. */
    void remove(ContainerRecord deleted);

    /** What splits partitions of this store. */
    Splitter splitter(Splitter.Containers containers);

    /** Gives all partitions away; this process no longer has the store open. */
    void leave();
}
