package org.mayflydb.bench;

/** The limit of whatever looks at all items: one iterator over their keys and values, again and again. */
final class RawScan {
    /** How often to look at the clock. */
    private static final int ITEMS_PER_LOOK = 100;

    private final RawDatabase raw;
    private final byte[] lower;
    private final byte[] upper;
    private byte[] position;

    RawScan(Twins twins) {
        this.raw = twins.raw();
        this.lower = twins.itemsLower();
        this.upper = twins.itemsUpper();
        this.position = lower;
    }

    /** Continues where the last call stopped, for about so long; returns the number of items found. */
    long run(long nanos) {
        long end = System.nanoTime() + nanos;
        long[] items = {0};
        do {
            byte[] from = position;
            position = lower;
            raw.iterate(from, upper, (key, value) -> {
                items[0]++;
                if (items[0] % ITEMS_PER_LOOK == 0 && System.nanoTime() >= end) {
                    position = key;
                    return false;
                }
                return true;
            });
        } while (System.nanoTime() < end);
        return items[0];
    }
}
