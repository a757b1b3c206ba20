package org.mayflydb.storage.snapshot;

import java.time.Duration;

/**
 * How a {@link SnapshotStore} makes snapshots.
 *
 * @param bytesMax how much all partitions together remember of what was replaced while read points were open; beyond it the
 *     oldest read points end
 * @param patience how long whoever opens a read point waits for commits that are under way
 */
public record SnapshotSettings(long bytesMax, Duration patience) {

    public static SnapshotSettings defaults() {
        return new SnapshotSettings(64L * 1024 * 1024, Duration.ofSeconds(1));
    }
}
