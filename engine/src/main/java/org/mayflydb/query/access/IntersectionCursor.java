package org.mayflydb.query.access;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.index.IndexEntry;
import org.mayflydb.index.IndexRange;
import org.mayflydb.key.DocumentStretch;
import org.mayflydb.query.plan.Condition;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.ttl.LiveItem;

/**
 * The items that have two values. The entries of a value are in the order of document numbers, so going through both lists
 * at once finds those that are in both, and only those are read.
 */
final class IntersectionCursor implements ItemCursor {
    private final PartitionView view;
    private final EntryWalk first;
    private final EntryWalk second;

    /**
     * A cursor over items that have both values.
     *
     * @param after the key of an entry of the first value to continue after; null for the beginning
     */
    IntersectionCursor(PartitionView view, Condition.Values one, Condition.Values other, byte @Nullable [] after) {
        this.view = view;
        long start = after == null ? 0 : IndexEntry.documentNumber(after) + 1;
        this.first = walk(one, start);
        this.second = walk(other, start);
    }

    private EntryWalk walk(Condition.Values values, long start) {
        IndexRange point = Ranges.range(values.path(), values.ranges().get(0));
        DocumentStretch scope = view.stretch();
        long from = scope == null ? start : Math.max(start, scope.first());
        long to = scope == null ? Long.MAX_VALUE : scope.end();
        IndexRange rest = point.within(new DocumentStretch(from, Math.max(from, to)));
        return new EntryWalk(view, List.of(rest.keys()), Direction.FORWARD);
    }

    @Override
    public @Nullable Found next() {
        IndexEntry one = advance(first);
        IndexEntry other = advance(second);
        while (one != null && other != null) {
            int order = Long.compare(one.documentNumber(), other.documentNumber());
            if (order < 0) {
                one = advance(first);
            } else if (order > 0) {
                other = advance(second);
            } else {
                LiveItem item = view.find(one);
                if (item != null) {
                    return new Found(item, one.key());
                }
                one = advance(first);
                other = advance(second);
            }
        }
        return null;
    }

    private @Nullable IndexEntry advance(EntryWalk walk) {
        KeyValue entry = walk.next();
        if (entry == null) {
            return null;
        }
        view.countEntry();
        return IndexEntry.decode(entry);
    }
}
