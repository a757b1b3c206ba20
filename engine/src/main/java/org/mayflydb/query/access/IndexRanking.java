package org.mayflydb.query.access;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.index.IndexEntry;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.OrderedBytes;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.ttl.LiveItem;

/** Items in the order in which an index has them. Entries whose order only the items tell are sorted in memory. */
final class IndexRanking implements RankedCursor {
    private final PartitionView view;
    private final OrderIndex index;
    private final SortOrder order;
    private final @Nullable SortPlace after;
    private final EntryWalk entries;
    private @Nullable IndexEntry ahead;
    private Deque<Ranked> sorted = new ArrayDeque<>();

    IndexRanking(PartitionView view, OrderIndex index, SortOrder order, @Nullable SortPlace after) {
        this.view = view;
        this.index = index;
        this.order = order;
        this.after = after;
        this.entries = new EntryWalk(view, ranges(), index.direction());
    }

    private List<KeyRange> ranges() {
        if (after == null) {
            return index.rangesFrom(null);
        }
        List<KeyRange> ranges = index.rangesFrom(after.values());
        byte[] prefix = index.prefix(after.values());
        return prefix == null ? ranges : OrderIndex.from(ranges, withNumber(prefix, after.tie()), index.direction());
    }

    private byte[] withNumber(byte[] prefix, long tie) {
        long number = Math.max(0, order.documentNumber(tie));
        byte[] key = Arrays.copyOf(prefix, prefix.length + Long.BYTES);
        OrderedBytes.putUnsignedLong(key, prefix.length, number);
        return key;
    }

    @Override
    public @Nullable Ranked next() {
        while (true) {
            Ranked first = sorted.poll();
            if (first != null) {
                view.budget().release(first.item().size());
                return first;
            }
            IndexEntry entry = nextEntry();
            if (entry == null) {
                return null;
            }
            int unsorted = index.unsortedPrefix(entry);
            if (unsorted > 0) {
                sort(entry, unsorted);
                continue;
            }
            Ranked ranked = rank(entry);
            if (ranked != null) {
                return ranked;
            }
        }
    }

    private @Nullable IndexEntry nextEntry() {
        IndexEntry entry = ahead;
        ahead = null;
        if (entry == null) {
            KeyValue stored = entries.next();
            entry = stored == null ? null : IndexEntry.decode(stored);
        }
        return entry;
    }

    private void sort(IndexEntry first, int prefixLength) {
        List<Ranked> alike = new ArrayList<>();
        IndexEntry entry = first;
        while (entry != null && beginsAlike(first, entry, prefixLength)) {
            Ranked ranked = rank(entry);
            if (ranked != null) {
                view.budget().hold(ranked.item().size());
                alike.add(ranked);
            }
            entry = nextEntry();
        }
        ahead = entry;
        Collections.sort(alike);
        sorted = new ArrayDeque<>(alike);
    }

    private static boolean beginsAlike(IndexEntry one, IndexEntry other, int length) {
        return other.key().length >= length && Arrays.equals(one.key(), 0, length, other.key(), 0, length);
    }

    /** The item of an entry, if it is behind the place to begin at and still has the values that the entry says. */
    private @Nullable Ranked rank(IndexEntry entry) {
        view.countEntry();
        LiveItem item = view.find(entry);
        if (item == null) {
            return null;
        }
        List<@Nullable JsonValue> values = order.values(item);
        if (!index.matches(entry, values)) {
            return null;
        }
        Ranked ranked = new Ranked(item, order.key(values), order.tie(entry.documentNumber()));
        return after == null || after.isBefore(ranked) ? ranked : null;
    }
}
