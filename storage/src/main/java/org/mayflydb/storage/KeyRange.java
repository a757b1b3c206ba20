package org.mayflydb.storage;

import java.util.Arrays;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** Keys from {@code lower} (inclusive) to {@code upper} (exclusive; null is the end of the partition). */
@SuppressWarnings("ArrayRecordComponent") // bounds are never compared as values
public record KeyRange(byte[] lower, byte @Nullable [] upper) {

    private static final KeyRange ALL = new KeyRange(new byte[0], null);

    public static KeyRange all() {
        return ALL;
    }

    /** Every key that begins with {@code prefix}. */
    public static KeyRange prefix(byte[] prefix) {
        return new KeyRange(prefix, successorOfPrefix(prefix));
    }

    /** What is left of this range after {@code key} when walking forward. */
    public KeyRange after(byte[] key) {
        return new KeyRange(Arrays.copyOf(key, key.length + 1), upper);
    }

    /** What is left of this range before {@code key} when walking backward. */
    public KeyRange before(byte[] key) {
        return new KeyRange(lower, key);
    }

    /** What is in both ranges; empty if they do not overlap. */
    public KeyRange intersect(KeyRange other) {
        byte[] from = Arrays.compareUnsigned(lower, other.lower) >= 0 ? lower : other.lower;
        boolean endsFirst = other.upper == null || (upper != null && Arrays.compareUnsigned(upper, other.upper) <= 0);
        return new KeyRange(from, endsFirst ? upper : other.upper);
    }

    public boolean contains(byte[] key) {
        return Arrays.compareUnsigned(lower, key) <= 0 && (upper == null || Arrays.compareUnsigned(key, upper) < 0);
    }

    /** The part of a map, ordered as keys are, that is in this range; a view of it. */
    public <V> NavigableMap<byte[], V> within(NavigableMap<byte[], V> map, Direction direction) {
        NavigableMap<byte[], V> forward;
        if (isEmpty()) {
            // The map refuses bounds that are the wrong way round; nothing lies before the empty key.
            forward = map.headMap(new byte[0], false);
        } else if (upper == null) {
            forward = map.tailMap(lower, true);
        } else {
            forward = map.subMap(lower, true, upper, false);
        }
        return direction == Direction.FORWARD ? forward : forward.descendingMap();
    }

    /** True if no key can be in it. */
    public boolean isEmpty() {
        return upper != null && Arrays.compareUnsigned(lower, upper) >= 0;
    }

    /** The smallest byte string greater than everything that begins with {@code prefix}; null if there is none. */
    private static byte @Nullable [] successorOfPrefix(byte[] prefix) {
        for (int i = prefix.length - 1; i >= 0; i--) {
            if (prefix[i] != (byte) 0xFF) {
                byte[] successor = Arrays.copyOf(prefix, i + 1);
                successor[i]++;
                return successor;
            }
        }
        return null;
    }
}
