package org.mayflydb.query.access;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.index.IndexEntry;
import org.mayflydb.index.IndexRange;
import org.mayflydb.index.Shapes;
import org.mayflydb.key.DocumentStretch;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.ttl.LiveItem;

/** The items of one shape that has nothing, an array or an object where the query sorts: they are all equal. */
final class ShapeRanking implements RankedCursor {
    private final PartitionView view;
    private final SortOrder order;
    private final @Nullable SortPlace after;
    private final byte[] key;
    private final EntryWalk entries;

    /**
     * The items of a shape.
     *
     * @param key what they all have as their key
     */
    ShapeRanking(PartitionView view, long shapeHash, byte[] key, SortOrder order, @Nullable SortPlace after) {
        this.view = view;
        this.order = order;
        this.after = after;
        this.key = key;
        this.entries =
                new EntryWalk(view, ranges(shapeHash), order.descending() ? Direction.BACKWARD : Direction.FORWARD);
    }

    private List<KeyRange> ranges(long shapeHash) {
        IndexRange all = Shapes.entries(shapeHash);
        int comparison = after == null ? 1 : Arrays.compareUnsigned(key, after.key());
        if (after == null || comparison > 0) {
            return List.of(all.keys());
        }
        if (comparison < 0) {
            return List.of();
        }
        long number = Math.max(0, order.documentNumber(after.tie()));
        DocumentStretch rest =
                order.descending() ? new DocumentStretch(0, number + 1) : new DocumentStretch(number, Long.MAX_VALUE);
        return List.of(all.within(rest).keys());
    }

    @Override
    public @Nullable Ranked next() {
        for (KeyValue stored = entries.next(); stored != null; stored = entries.next()) {
            IndexEntry entry = IndexEntry.decode(stored);
            view.countEntry();
            if (after != null && !after.isBefore(key, order.tie(entry.documentNumber()))) {
                continue;
            }
            LiveItem item = view.find(entry);
            if (item != null && Arrays.equals(order.key(order.values(item)), key)) {
                return new Ranked(item, key, order.tie(entry.documentNumber()));
            }
        }
        return null;
    }
}
