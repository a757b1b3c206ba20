package org.mayflydb.format;

import java.nio.file.Path;

/** Receives the progress of an upgrade, on the thread that opens the store. */
public interface UpgradeListener {
    /** Ignores everything. */
    UpgradeListener NONE = new UpgradeListener() {};

    /** The store was copied, for the release that it is upgraded from. */
    default void storeCopied(Path copy) {}

    /**
     * An upgrade has started, or has come further.
     *
     * @param partitionsDone how many partitions are upgraded
     * @param partitions how many there are
     * @param entries how many index entries have been moved since the store was opened
     */
    default void upgradeProgressed(int partitionsDone, int partitions, long entries) {}

    /** The store has the format of this version. */
    default void upgradeFinished() {}
}
