package org.mayflydb.database;

import java.time.Duration;
import java.util.List;
import org.mayflydb.format.UpgradeListener;

/**
 * Receives what an operator should know. Called by the thread that notices it, perhaps while it holds a lock, so a listener
 * returns quickly, never calls back into the engine and throws nothing.
 */
public interface EngineListener extends UpgradeListener {
    /** Ignores everything. */
    EngineListener NONE = new EngineListener() {};

    /**
     * A partition whose time is ahead of the clock. Time stands still in it until the clock gets there.
     *
     * @param number of the partition in the store
     */
    record PartitionAhead(String databaseId, String containerId, int number, Duration ahead) {}

    /**
     * The machine's clock is further ahead than the time that has passed explains. Nothing is deleted for being old until
     * it is trusted again.
     *
     * @param ahead how far
     * @param grace after which the time is accepted
     */
    default void clockJumped(Duration ahead, Duration grace) {}

    /** The clock that had jumped was set back, so deletion continues. */
    default void clockTakenBack() {}

    /**
     * The clock that had jumped is trusted from now on, so deletion continues.
     *
     * @param ahead how far it had jumped
     */
    default void clockAccepted(Duration ahead) {}

    /** A clock that had jumped was set back, but writes made meanwhile hold the time of these partitions. */
    default void timeHeldByWrites(List<PartitionAhead> partitions) {}

    /**
     * A step of a background job has failed. It is logged already and will be tried again.
     *
     * @param step what was done, as the beginning of a sentence: "A step of the purge"
     */
    default void backgroundStepFailed(String step, Throwable cause) {}

    /** The clock is more than an hour behind the time of these partitions. */
    default void clockBehind(List<PartitionAhead> partitions) {}
}
