package org.mayflydb.query.access;

import org.jspecify.annotations.Nullable;

/**
 * A ranking that is expensive to begin, and is not begun before others have come to where its items are.
 *
 * @param beginning no greater than the key of any of its items
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record LateRanking(byte[] beginning, RankedCursor items) implements RankedCursor {
    @Override
    public @Nullable Ranked next() {
        return items.next();
    }
}
