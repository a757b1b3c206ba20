package org.mayflydb.item.expiry;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.ttl.ExpiredItem;

/**
 * Some items of a container that have expired and are not purged yet.
 *
 * @param continuation what to ask with for the next ones; null if these were the last. A page may be empty and still have
 *     one
 */
public record ExpiredPage(List<ExpiredItem> items, @Nullable String continuation) {
    public ExpiredPage {
        items = List.copyOf(items);
    }
}
