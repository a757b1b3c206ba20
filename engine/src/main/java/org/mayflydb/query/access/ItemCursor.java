package org.mayflydb.query.access;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.mayflydb.ttl.LiveItem;

/** Goes through items of one partition. */
public interface ItemCursor {
    /** The next item, or null at the end. */
    @Nullable
    Found next();

    /** The items of this cursor that a caller is interested in. */
    default ItemCursor filtered(Predicate<LiveItem> wanted) {
        return () -> {
            Found found = next();
            while (found != null && !wanted.test(found.item())) {
                found = next();
            }
            return found;
        };
    }

    /**
     * An item.
     *
     * @param place where it was found: a key; another cursor can continue after it
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Found(LiveItem item, byte[] place) {}
}
