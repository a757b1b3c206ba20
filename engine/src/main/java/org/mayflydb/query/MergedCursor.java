package org.mayflydb.query;

import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.mayflydb.query.access.ItemCursor;

/** The items of several partitions in the order that they had while these were one. */
final class MergedCursor implements ItemCursor {
    private final PriorityQueue<Head> heads = new PriorityQueue<>();

    private record Head(Found first, ItemCursor rest) implements Comparable<Head> {
        @Override
        public int compareTo(Head other) {
            return Arrays.compareUnsigned(first.place(), other.first.place());
        }
    }

    MergedCursor(List<ItemCursor> cursors) {
        cursors.forEach(this::advance);
    }

    @Override
    public @Nullable Found next() {
        Head head = heads.poll();
        if (head == null) {
            return null;
        }
        advance(head.rest);
        return head.first;
    }

    private void advance(ItemCursor cursor) {
        Found first = cursor.next();
        if (first != null) {
            heads.add(new Head(first, cursor));
        }
    }
}
