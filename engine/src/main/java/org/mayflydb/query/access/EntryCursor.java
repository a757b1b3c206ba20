package org.mayflydb.query.access;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.mayflydb.index.IndexEntry;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.ttl.LiveItem;

/** The items that index entries lead to, in the order of the entries. */
final class EntryCursor implements ItemCursor {
    private final PartitionView view;
    private final EntryWalk entries;
    private final Predicate<LiveItem> foundElsewhere;

    /**
     * A cursor over entries.
     *
     * @param ranges do not overlap
     * @param after the position to continue after; null for the beginning
     * @param foundElsewhere tells which items are left out because another cursor shows them
     */
    EntryCursor(
            PartitionView view, List<KeyRange> ranges, byte @Nullable [] after, Predicate<LiveItem> foundElsewhere) {
        this.view = view;
        this.foundElsewhere = foundElsewhere;
        List<KeyRange> inOrder = ranges.stream()
                .map(range ->
                        after == null ? range : range.intersect(KeyRange.all().after(after)))
                .filter(range -> !range.isEmpty())
                .sorted(Comparator.comparing(KeyRange::lower, Arrays::compareUnsigned))
                .toList();
        this.entries = new EntryWalk(view, inOrder, Direction.FORWARD);
    }

    @Override
    public @Nullable Found next() {
        for (KeyValue entry = entries.next(); entry != null; entry = entries.next()) {
            view.countEntry();
            LiveItem item = view.find(IndexEntry.decode(entry));
            if (item != null && !foundElsewhere.test(item)) {
                return new Found(item, entry.key());
            }
        }
        return null;
    }
}
