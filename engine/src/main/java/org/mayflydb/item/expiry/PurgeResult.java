package org.mayflydb.item.expiry;

/**
 * What one step of a purge did.
 *
 * @param items how many expired items were deleted
 * @param bytes the size of their JSON
 * @param units what deleting them would have cost a client
 * @param done whether nothing was left to delete at that moment
 * @param lateSeconds for how long the oldest of them had been expired; 0 if there was none
 */
public record PurgeResult(int items, long bytes, double units, boolean done, long lateSeconds) {
    public static final PurgeResult NOTHING = new PurgeResult(0, 0, 0, true, 0);

    public PurgeResult plus(PurgeResult next) {
        return new PurgeResult(
                items + next.items,
                bytes + next.bytes,
                units + next.units,
                done && next.done,
                Math.max(lateSeconds, next.lateSeconds));
    }

    public PurgeResult withDone(boolean newDone) {
        return new PurgeResult(items, bytes, units, newDone, lateSeconds);
    }
}
