package org.mayflydb.query.access;

import org.jspecify.annotations.Nullable;
import org.mayflydb.ttl.LiveItem;

/** Goes through items of one partition. */
public interface ItemCursor {
    /** The next item, or null at the end. */
    @Nullable
    Found next();

    /**
     * An item.
     *
     * @param place where it was found: a key; another cursor can continue after it
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Found(LiveItem item, byte[] place) {}
}
