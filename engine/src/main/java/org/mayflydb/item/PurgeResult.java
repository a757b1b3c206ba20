package org.mayflydb.item;

/**
 * What one step of a purge did.
 *
 * @param items how many expired items were deleted
 * @param bytes the size of their JSON
 * @param done whether nothing was left to delete at that moment
 */
public record PurgeResult(int items, long bytes, boolean done) {
    PurgeResult plus(PurgeResult next) {
        return new PurgeResult(items + next.items, bytes + next.bytes, next.done);
    }
}
