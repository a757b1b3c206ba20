package org.mayflydb.query.access;

import org.jspecify.annotations.Nullable;
import org.mayflydb.index.IndexEntry;
import org.mayflydb.query.plan.Condition;
import org.mayflydb.ttl.LiveItem;

/** The items that have two values. */
final class IntersectionCursor implements ItemCursor {
    private final PartitionView view;
    private final EntrySource entries;

    /**
     * A cursor over items that have both values.
     *
     * @param after the key of an entry of the first value to continue after; null for the beginning
     */
    IntersectionCursor(PartitionView view, Condition.Values one, Condition.Values other, byte @Nullable [] after) {
        this.view = view;
        long last = after == null ? -1 : IndexEntry.documentNumber(after);
        this.entries = new IntersectionEntries(
                new PointEntries(view, Ranges.only(one), last), new PointEntries(view, Ranges.only(other), last));
    }

    @Override
    public @Nullable Found next() {
        for (IndexEntry entry = entries.next(); entry != null; entry = entries.next()) {
            LiveItem item = view.find(entry);
            if (item != null) {
                return new Found(item, entry.key());
            }
        }
        return null;
    }
}
