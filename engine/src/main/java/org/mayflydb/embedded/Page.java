package org.mayflydb.embedded;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some items of a container.
 *
 * @param continuation what to ask with for the next ones; null if these were the last
 */
public record Page(List<Item> items, @Nullable String continuation) {
    public Page {
        items = List.copyOf(items);
    }
}
