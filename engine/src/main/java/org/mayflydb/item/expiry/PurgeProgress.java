package org.mayflydb.item.expiry;

import java.util.OptionalLong;

/**
 * How the deletion of what has expired gets on in a container. Nobody else can see it.
 *
 * @param purgedItems how many items were purged since the database was opened
 * @param purgedBytes the size of their JSON
 * @param purgedUnits what deleting them would have cost a client, in request units
 * @param itemsPerSecond how many were purged a second in the last minute
 */
public record PurgeProgress(
        Backlog backlog, long purgedItems, long purgedBytes, double purgedUnits, double itemsPerSecond) {

    /** Seconds until the backlog is empty at the current rate; empty if nothing is purged. */
    public OptionalLong drainSeconds() {
        if (backlog.items() == 0) {
            return OptionalLong.of(0);
        }
        return itemsPerSecond == 0
                ? OptionalLong.empty()
                : OptionalLong.of((long) Math.ceil(backlog.items() / itemsPerSecond));
    }
}
