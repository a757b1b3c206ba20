package org.mayflydb.query.access;

import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Several rankings of one partition as one. An item that two of them have comes once. */
final class MergedRanking implements RankedCursor {
    private final PriorityQueue<Head> heads = new PriorityQueue<>();

    /** What was shown last; its ranking is asked for another item only when one is wanted. */
    private @Nullable Head shown;

    private record Head(Ranked first, RankedCursor rest) implements Comparable<Head> {
        @Override
        public int compareTo(Head other) {
            return first.compareTo(other.first);
        }
    }

    MergedRanking(List<RankedCursor> rankings) {
        rankings.forEach(this::advance);
    }

    private void advance(RankedCursor ranking) {
        Ranked first = ranking.next();
        if (first != null) {
            heads.add(new Head(first, ranking));
        }
    }

    @Override
    public @Nullable Ranked next() {
        Head last = shown;
        if (last != null) {
            advance(last.rest);
        }
        Head head = heads.poll();
        while (head != null && last != null && last.compareTo(head) == 0) {
            advance(head.rest);
            head = heads.poll();
        }
        shown = head;
        return head == null ? null : head.first;
    }
}
