package org.mayflydb.query.access;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Several rankings of one partition as one. An item that two of them have comes once. */
final class MergedRanking implements RankedCursor {
    private final PriorityQueue<Head> heads = new PriorityQueue<>();
    private final PriorityQueue<LateRanking> waiting =
            new PriorityQueue<>(Comparator.comparing(LateRanking::beginning, Arrays::compareUnsigned));

    /** What was shown last; its ranking is asked for another item only when one is wanted. */
    private @Nullable Head shown;

    private record Head(Ranked first, RankedCursor rest) implements Comparable<Head> {
        @Override
        public int compareTo(Head other) {
            return first.compareTo(other.first);
        }
    }

    MergedRanking(List<RankedCursor> rankings) {
        for (RankedCursor ranking : rankings) {
            if (ranking instanceof LateRanking late) {
                waiting.add(late);
            } else {
                advance(ranking);
            }
        }
    }

    /** Begins the rankings that may have an item before the next of the others. */
    private void beginLate() {
        while (!waiting.isEmpty()) {
            Head next = heads.peek();
            LateRanking late = waiting.element();
            if (next != null && Arrays.compareUnsigned(next.first.key(), late.beginning()) < 0) {
                return;
            }
            advance(waiting.remove());
        }
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
        Head head = poll();
        while (head != null && last != null && last.compareTo(head) == 0) {
            advance(head.rest);
            head = poll();
        }
        shown = head;
        return head == null ? null : head.first;
    }

    private @Nullable Head poll() {
        beginLate();
        return heads.poll();
    }
}
