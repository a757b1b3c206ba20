package org.mayflydb.bench;

import java.util.Arrays;
import org.mayflydb.key.Keyspace;

/** What catching up with changes cannot do without: an iterator over the feed, and a get of each of its items. */
final class RawFeed {
    /** How often to look at the clock. */
    private static final int ITEMS_PER_LOOK = 100;

    /** What stands before the name of an item in a feed entry. */
    private static final int ENTRY_BYTES = 21;

    private final Twins twins;
    private final RawDatabase raw;
    private final byte[] lower;
    private final byte[] upper;
    private byte[] position;

    RawFeed(Twins twins) {
        this.twins = twins;
        this.raw = twins.raw();
        this.lower = RawCommit.storedKey(twins.partitionNumber(), Keyspace.FEED.prefix());
        this.upper = RawCommit.storedKey(twins.partitionNumber(), new byte[] {(byte) (Keyspace.FEED.tag() + 1)});
        this.position = lower;
    }

    /** Continues where the last call stopped, for about so long; returns the number of items read. */
    long run(long nanos) {
        long end = System.nanoTime() + nanos;
        long[] items = {0};
        do {
            byte[] from = position;
            position = lower;
            raw.iterate(from, upper, (key, value) -> {
                items[0] += raw.get(itemKey(value)) == null ? 0 : 1;
                if (items[0] % ITEMS_PER_LOOK == 0 && System.nanoTime() >= end) {
                    position = key;
                    return false;
                }
                return true;
            });
        } while (System.nanoTime() < end);
        return items[0];
    }

    private byte[] itemKey(byte[] entry) {
        byte[] key = Arrays.copyOfRange(entry, ENTRY_BYTES - 1, entry.length);
        key[0] = Keyspace.ITEM.tag();
        return RawCommit.storedKey(twins.partitionNumber(), key);
    }
}
