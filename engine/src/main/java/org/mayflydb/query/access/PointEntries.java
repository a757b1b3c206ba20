package org.mayflydb.query.access;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.index.IndexEntry;
import org.mayflydb.index.IndexRange;
import org.mayflydb.key.DocumentStretch;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyValue;

/** The entries of one value or shape, which the index has in the order of document numbers. */
final class PointEntries implements EntrySource {
    private final PartitionView view;
    private final EntryWalk entries;

    /**
     * The entries of a point.
     *
     * @param afterNumber the document number to continue after; negative for the beginning
     */
    PointEntries(PartitionView view, IndexRange point, long afterNumber) {
        this.view = view;
        DocumentStretch scope = view.stretch();
        long first = scope == null ? afterNumber + 1 : Math.max(afterNumber + 1, scope.first());
        long end = scope == null ? Long.MAX_VALUE : scope.end();
        IndexRange rest = point.within(new DocumentStretch(first, Math.max(first, end)));
        this.entries = new EntryWalk(view, List.of(rest.keys()), Direction.FORWARD);
    }

    @Override
    public @Nullable IndexEntry next() {
        KeyValue entry = entries.next();
        if (entry == null) {
            return null;
        }
        view.countEntry();
        return IndexEntry.decode(entry);
    }
}
