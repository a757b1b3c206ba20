package org.mayflydb.query.access;

import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Several rankings of one partition as one. An item that two of them have comes once. */
final class MergedRanking implements RankedCursor {
    private final PriorityQueue<Head> heads = new PriorityQueue<>();
    private @Nullable Ranked last;

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
        while (true) {
            Head head = heads.poll();
            if (head == null) {
                return null;
            }
            advance(head.rest);
            if (last == null || last.compareTo(head.first) != 0) {
                last = head.first;
                return head.first;
            }
        }
    }
}
