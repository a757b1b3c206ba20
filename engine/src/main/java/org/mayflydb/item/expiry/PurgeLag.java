package org.mayflydb.item.expiry;

/**
 * How far deletion is behind expiry in a container. Nobody else can see it: what has expired is gone for every request.
 *
 * @param items how many items have expired and are still stored
 * @param bytes the size of their JSON
 * @param lateSeconds for how long the oldest of them has been expired; 0 if there is none
 * @param purgedItems how many items were purged since the database was opened
 */
public record PurgeLag(long items, long bytes, long lateSeconds, long purgedItems) {
    public PurgeLag plus(PurgeLag other) {
        return new PurgeLag(
                items + other.items,
                bytes + other.bytes,
                Math.max(lateSeconds, other.lateSeconds),
                purgedItems + other.purgedItems);
    }
}
