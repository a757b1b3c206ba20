package org.mayflydb.query.access;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonValue;

/**
 * Where an ordered scan continues.
 *
 * @param values what is sorted by at that place; arrays and objects may be empty ones
 * @param key the same as bytes, see {@link SortOrder#key}
 * @param tie which of the items with these values
 * @param inclusive whether that item itself is still to come
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SortPlace(List<@Nullable JsonValue> values, byte[] key, long tie, boolean inclusive) {
    /** Beyond every tie in both directions; document numbers have sixty bits. */
    private static final long BEYOND_TIES = 1L << 61;

    /** In a partition whose items with equal values all come before this place. */
    public SortPlace afterTies() {
        return new SortPlace(values, key, BEYOND_TIES, false);
    }

    /** In a partition whose items with equal values are all still to come. */
    public SortPlace beforeTies() {
        return new SortPlace(values, key, -BEYOND_TIES, true);
    }

    /** The place that comes later in the order. */
    public SortPlace orLater(SortPlace other) {
        int byKey = Arrays.compareUnsigned(key, other.key);
        int order = byKey != 0 ? byKey : Long.compare(tie, other.tie);
        return order > 0 || (order == 0 && !inclusive) ? this : other;
    }

    /** Whether all keys that begin so come before this place. */
    boolean isBehindAll(byte[] beginning) {
        int length = Math.min(beginning.length, key.length);
        return Arrays.compareUnsigned(key, 0, length, beginning, 0, beginning.length) > 0;
    }

    public boolean isBefore(RankedCursor.Ranked item) {
        return isBefore(item.key(), item.tie());
    }

    boolean isBefore(byte[] otherKey, long otherTie) {
        int byKey = Arrays.compareUnsigned(otherKey, key);
        int order = byKey != 0 ? byKey : Long.compare(otherTie, tie);
        return order > 0 || (order == 0 && inclusive);
    }
}
