package org.mayflydb.item.read;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one scan of items found.
 *
 * @param items those that may be seen, in the order of their locators
 * @param entries how many items were looked at, expired ones included
 * @param lastLocator the last item looked at, seen or not; null if the range holds nothing beyond
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FoundItems(List<FoundItem> items, int entries, byte @Nullable [] lastLocator) {}
