package org.mayflydb.query.access;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mayflydb.ttl.LiveItem;

/** Goes through items of one partition in the order of a query. */
public interface RankedCursor {
    /** The next item, or null at the end. */
    @Nullable
    Ranked next();

    /**
     * An item and where it stands.
     *
     * @param key what is sorted by: a byte string whose unsigned order is that of the query
     * @param tie what decides among equal keys: a number that ascends in the order of the query
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by the method below
    record Ranked(LiveItem item, byte[] key, long tie) implements Comparable<Ranked> {
        @Override
        public int compareTo(Ranked other) {
            int byKey = Arrays.compareUnsigned(key, other.key);
            return byKey != 0 ? byKey : Long.compare(tie, other.tie);
        }
    }
}
