package org.mayflydb.query.access;

import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.mayflydb.index.IndexEntry;
import org.mayflydb.item.record.CreationPlace;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;

/**
 * Entries that the index has in another order, sorted in memory: reads all of them and keeps the first. If more are wanted,
 * it reads them again for those that follow, so that it never holds many.
 */
final class SortedEntries implements EntrySource {
    private static final int ENTRY_BYTES = 128;

    private final PartitionView view;
    private final List<KeyRange> ranges;
    private final int capacity;
    private CreationPlace after;
    private final TreeMap<Long, IndexEntry> kept;
    private boolean more = true;

    /**
     * Entries in the order of a place.
     *
     * @param after the place to continue after
     * @param capacity how many entries are kept at a time
     */
    SortedEntries(PartitionView view, List<KeyRange> ranges, CreationPlace after, int capacity) {
        this.view = view;
        this.ranges = ranges;
        this.after = after;
        this.capacity = capacity;
        this.kept = new TreeMap<>(after::compare);
    }

    @Override
    public @Nullable IndexEntry next() {
        if (kept.isEmpty() && more) {
            gather();
        }
        if (kept.isEmpty()) {
            return null;
        }
        IndexEntry first = kept.pollFirstEntry().getValue();
        view.budget().release(ENTRY_BYTES);
        view.work().entries(1);
        after = after.after(first.documentNumber());
        return first;
    }

    private void gather() {
        more = false;
        EntryWalk entries = new EntryWalk(view, ranges, Direction.FORWARD);
        for (KeyValue stored = entries.next(); stored != null; stored = entries.next()) {
            view.budget().step();
            IndexEntry entry = IndexEntry.decode(stored);
            if (after.isPassed(entry.documentNumber()) || !view.isInScope(entry)) {
                continue;
            }
            if (kept.put(entry.documentNumber(), entry) == null) {
                view.budget().hold(ENTRY_BYTES);
            }
            if (kept.size() > capacity) {
                more = true;
                kept.pollLastEntry();
                view.budget().release(ENTRY_BYTES);
            }
        }
    }
}
