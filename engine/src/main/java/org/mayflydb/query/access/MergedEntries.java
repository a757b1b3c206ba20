package org.mayflydb.query.access;

import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.mayflydb.index.IndexEntry;

/** The entries of several sources in the order of document numbers. An item that several of them have comes once. */
final class MergedEntries implements EntrySource {
    private static final long NONE = -1;

    private final PriorityQueue<Head> heads = new PriorityQueue<>();
    private long last = NONE;

    private record Head(IndexEntry entry, EntrySource rest) implements Comparable<Head> {
        @Override
        public int compareTo(Head other) {
            return Long.compare(entry.documentNumber(), other.entry.documentNumber());
        }
    }

    private MergedEntries(List<EntrySource> sources) {
        sources.forEach(this::advance);
    }

    static EntrySource of(List<EntrySource> sources) {
        return sources.size() == 1 ? sources.get(0) : new MergedEntries(sources);
    }

    private void advance(EntrySource source) {
        IndexEntry entry = source.next();
        if (entry != null) {
            heads.add(new Head(entry, source));
        }
    }

    @Override
    public @Nullable IndexEntry next() {
        for (Head head = heads.poll(); head != null; head = heads.poll()) {
            advance(head.rest);
            if (head.entry.documentNumber() != last) {
                last = head.entry.documentNumber();
                return head.entry;
            }
        }
        return null;
    }
}
