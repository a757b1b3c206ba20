package org.mayflydb.item;

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

    /** In how many seconds the backlog is gone if the purge goes on like this; empty if it stands still. */
    public OptionalLong drainSeconds() {
        if (backlog.items() == 0) {
            return OptionalLong.of(0);
        }
        return itemsPerSecond == 0
                ? OptionalLong.empty()
                : OptionalLong.of((long) Math.ceil(backlog.items() / itemsPerSecond));
    }
}
