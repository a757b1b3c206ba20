package org.mayflydb.storage;

/** What a store may offer beyond reads and commits. A method that needs a capability the store lacks is refused. */
public enum Capability {
    /** The data outlives the process. */
    DURABLE,
    /** Direct reads and commits wait for memory and local disks only, so that any thread may call them. */
    LOCAL_READS,
    /** {@link StorePartition#readPoint()}. */
    SNAPSHOTS,
    /** {@link Store#sync()}. A store without it makes every commit as durable as it ever will be before it answers. */
    SYNC,
    /** {@link Store#copier()}. */
    CHECKPOINTS,
    /** {@link StorePartition#approximateBytes}. */
    SIZE_ESTIMATES
}
