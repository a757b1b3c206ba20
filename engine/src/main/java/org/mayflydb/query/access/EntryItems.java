package org.mayflydb.query.access;

import org.jspecify.annotations.Nullable;
import org.mayflydb.index.IndexEntry;
import org.mayflydb.item.record.CreationPlace;
import org.mayflydb.ttl.LiveItem;

/** The items that entries lead to, in their order. */
final class EntryItems implements ItemCursor {
    private final PartitionView view;
    private final EntrySource entries;
    private final CreationPlace after;

    EntryItems(PartitionView view, EntrySource entries, CreationPlace after) {
        this.view = view;
        this.entries = entries;
        this.after = after;
    }

    @Override
    public @Nullable Found next() {
        for (IndexEntry entry = entries.next(); entry != null; entry = entries.next()) {
            LiveItem item = after.isPassed(entry.documentNumber()) ? null : view.find(entry);
            if (item != null) {
                return new Found(item, after.after(entry.documentNumber()).encode());
            }
        }
        return null;
    }
}
