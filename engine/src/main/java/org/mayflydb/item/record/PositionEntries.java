package org.mayflydb.item.record;

import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.mayflydb.index.IndexEntry;
import org.mayflydb.index.Shapes;
import org.mayflydb.key.DocumentStretch;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ScanPage;

/**
 * The items of a stretch of document numbers, in the order of their numbers. Every item has an entry under one shape, and
 * the entries of each shape are in that order, so all shapes are merged.
 */
public final class PositionEntries {
    private static final int PAGE_ENTRIES = 32;
    private static final int PAGE_ENTRIES_MIN = 4;
    private static final int PAGE_ENTRIES_MAX = 1000;

    /** Reads the index entries of a range, in order. */
    @FunctionalInterface
    public interface Reader {
        ScanPage scan(KeyRange range, int entriesMax);
    }

    private final Reader stored;
    private final PriorityQueue<Source> sources = new PriorityQueue<>();

    public PositionEntries(Reader stored, Shapes shapes, DocumentStretch numbers) {
        this.stored = stored;
        int pageEntries = Math.max(
                PAGE_ENTRIES_MIN, PAGE_ENTRIES / Math.max(1, shapes.hashes().size()));
        for (long shape : shapes.hashes()) {
            Source source = new Source(Shapes.entries(shape).within(numbers).keys(), pageEntries);
            if (source.advance()) {
                sources.add(source);
            }
        }
    }

    /** The entry of the next item; null at the end. */
    @Nullable
    public IndexEntry next() {
        Source first = sources.poll();
        if (first == null) {
            return null;
        }
        IndexEntry entry = first.head();
        if (first.advance()) {
            sources.add(first);
        }
        return entry;
    }

    public boolean isEmpty() {
        return sources.isEmpty();
    }

    /** The entries of one shape. */
    private final class Source implements Comparable<Source> {
        private KeyRange rest;
        private int pageEntries;
        private boolean exhausted;
        private Iterator<KeyValue> page = List.<KeyValue>of().iterator();
        private @Nullable IndexEntry head;

        Source(KeyRange entries, int pageEntries) {
            this.rest = entries;
            this.pageEntries = pageEntries;
        }

        IndexEntry head() {
            if (head == null) {
                throw new IllegalStateException("there is no entry before the first advance");
            }
            return head;
        }

        /** Moves to the next entry; returns false at the end. */
        boolean advance() {
            if (!page.hasNext() && !exhausted) {
                ScanPage read = stored.scan(rest, pageEntries);
                page = read.entries().iterator();
                exhausted = read.exhausted();
                pageEntries = Math.min(4 * pageEntries, PAGE_ENTRIES_MAX);
                if (!exhausted) {
                    rest = rest.after(
                            read.entries().get(read.entries().size() - 1).key());
                }
            }
            head = page.hasNext() ? IndexEntry.decode(page.next()) : null;
            return head != null;
        }

        @Override
        public int compareTo(Source other) {
            return Long.compare(head().documentNumber(), other.head().documentNumber());
        }
    }
}
