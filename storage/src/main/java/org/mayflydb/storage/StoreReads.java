package org.mayflydb.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Ordered keys and their values, read one by one or by range. The forms without a space read {@link Space#MAIN}. */
public interface StoreReads {
    /** Large enough that reading is most of the work, small enough not to fill the memory. */
    int WALK_PAGE_ENTRIES = 1000;

    /** Many walks end at their first entry. */
    int WALK_PAGE_ENTRIES_FIRST = 16;

    long WALK_PAGE_BYTES = 4L * 1024 * 1024;

    /** The value of {@code key}, or null. The array belongs to the caller. */
    byte @Nullable [] get(Space space, byte[] key);

    /**
     * The values of several keys, in their order, null where a key is absent. They need not be from one snapshot, unless
     * this is a {@link ReadPoint}.
     */
    default List<byte @Nullable []> getAll(Space space, List<byte[]> keys) {
        List<byte @Nullable []> values = new ArrayList<>(keys.size());
        for (byte[] key : keys) {
            values.add(get(space, key));
        }
        return values;
    }

    default List<byte @Nullable []> getAll(List<byte[]> keys) {
        return getAll(Space.MAIN, keys);
    }

    /**
     * Entries of {@code range}, in key order or against it, from one snapshot.
     *
     * <p>Stops after {@code entriesMax} entries, or once {@code bytesMax} bytes of keys and values are gathered; at
     * least one entry is returned if there is one. A longer scan continues from the last key, in a later
     * snapshot unless this is a {@link ReadPoint}.
     */
    ScanPage scan(Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax);

    /**
     * The keys of {@code range} in order, without their values, from one snapshot; at most {@code keysMax} of them.
     */
    KeyPage scanKeys(Space space, KeyRange range, int keysMax);

    /**
     * How many keys {@link #scanKeys} would find. A store may count without copying them; what wraps one and does not count by
     * itself scans for them.
     */
    default KeyCount countKeys(Space space, KeyRange range, int keysMax) {
        KeyPage page = scanKeys(space, range, keysMax);
        int count = page.keys().size();
        return new KeyCount(
                count,
                page.exhausted()
                        ? null
                        : range.after(page.keys().get(count - 1)).lower());
    }

    default byte @Nullable [] get(byte[] key) {
        return get(Space.MAIN, key);
    }

    default ScanPage scan(KeyRange range, Direction direction, int entriesMax, long bytesMax) {
        return scan(Space.MAIN, range, direction, entriesMax, bytesMax);
    }

    default KeyPage scanKeys(KeyRange range, int keysMax) {
        return scanKeys(Space.MAIN, range, keysMax);
    }

    default void walk(KeyRange range, Predicate<KeyValue> visitor) {
        walk(Space.MAIN, range, visitor);
    }

    /**
     * Shows the entries of {@code range} in order until one is refused with {@code false}. It reads page by page, each
     * larger than the one before.
     */
    default void walk(Space space, KeyRange range, Predicate<KeyValue> visitor) {
        KeyRange rest = range;
        int entries = WALK_PAGE_ENTRIES_FIRST;
        while (true) {
            ScanPage page = scan(space, rest, Direction.FORWARD, entries, WALK_PAGE_BYTES);
            for (KeyValue entry : page.entries()) {
                if (!visitor.test(entry)) {
                    return;
                }
            }
            if (page.exhausted()) {
                return;
            }
            rest = rest.after(page.entries().get(page.entries().size() - 1).key());
            entries = Math.min(4 * entries, WALK_PAGE_ENTRIES);
        }
    }
}
