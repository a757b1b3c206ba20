package org.mayflydb.query.access;

import org.jspecify.annotations.Nullable;
import org.mayflydb.index.IndexEntry;

/**
 * The entries of items that have two values. Those of each value are in the order of document numbers, so going through both
 * at once finds the items that have both, and only those are read.
 */
final class IntersectionEntries implements EntrySource {
    private final EntrySource first;
    private final EntrySource second;

    IntersectionEntries(EntrySource first, EntrySource second) {
        this.first = first;
        this.second = second;
    }

    @Override
    public @Nullable IndexEntry next() {
        IndexEntry one = first.next();
        IndexEntry other = second.next();
        while (one != null && other != null) {
            int order = Long.compare(one.documentNumber(), other.documentNumber());
            if (order == 0) {
                return one;
            }
            if (order < 0) {
                one = first.next();
            } else {
                other = second.next();
            }
        }
        return null;
    }
}
