package org.mayflydb.item;

/**
 * What one step of a purge did.
 *
 * @param items how many expired items were deleted
 * @param bytes the size of their JSON
 * @param units what deleting them would have cost a client
 * @param done whether nothing was left to delete at that moment
 */
public record PurgeResult(int items, long bytes, double units, boolean done) {
    static final PurgeResult NOTHING = new PurgeResult(0, 0, 0, true);

    PurgeResult plus(PurgeResult next) {
        return new PurgeResult(items + next.items, bytes + next.bytes, units + next.units, done && next.done);
    }

    PurgeResult withDone(boolean newDone) {
        return new PurgeResult(items, bytes, units, newDone);
    }
}
