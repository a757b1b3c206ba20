package org.mayflydb.index;

import java.util.Arrays;
import org.mayflydb.key.DocumentStretch;
import org.mayflydb.key.OrderedBytes;
import org.mayflydb.storage.KeyRange;

/**
 * Neighbouring entries of the index, to be scanned in either direction.
 *
 * @param exact whether every entry in the range has a value that was asked for; if not, some may have others, and only the
 *     item tells
 * @param point whether all entries in the range have the same bytes before their document number, by which they are then
 *     sorted
 */
public record IndexRange(KeyRange keys, boolean exact, boolean point) {

    static IndexRange point(byte[] beginning, boolean exact) {
        return new IndexRange(KeyRange.prefix(beginning), exact, true);
    }

    /** What there is of a point for items with one effective partition key; items with other keys may be among it. */
    public IndexRange within(DocumentStretch stretch) {
        if (!point) {
            throw new IllegalArgumentException("only entries that begin alike are sorted by document number");
        }
        return new IndexRange(new KeyRange(with(stretch.first()), with(stretch.end())), exact, true);
    }

    private byte[] with(long documentNumber) {
        byte[] beginning = keys.lower();
        byte[] key = Arrays.copyOf(beginning, beginning.length + Long.BYTES);
        OrderedBytes.putUnsignedLong(key, beginning.length, documentNumber);
        return key;
    }
}
