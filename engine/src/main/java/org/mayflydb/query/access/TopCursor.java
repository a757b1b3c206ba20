package org.mayflydb.query.access;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.query.run.Budget;
import org.mayflydb.ttl.LiveItem;

/**
 * Sorts in memory: goes through all items in any order and keeps the first few of them. When those are used up it does it
 * again for the next few, so that it never holds many.
 */
final class TopCursor implements RankedCursor {
    private final Supplier<ItemCursor> source;
    private final SortOrder order;
    private final Predicate<LiveItem> wanted;
    private final int capacity;
    private final Budget budget;
    private @Nullable SortPlace after;
    private Deque<Ranked> kept = new ArrayDeque<>();
    private boolean more = true;

    /**
     * A cursor over what another kind of cursor shows.
     *
     * @param wanted which items are kept at all
     * @param capacity how many are kept at a time
     */
    TopCursor(
            Supplier<ItemCursor> source,
            SortOrder order,
            Predicate<LiveItem> wanted,
            int capacity,
            Budget budget,
            @Nullable SortPlace after) {
        this.source = source;
        this.order = order;
        this.wanted = wanted;
        this.capacity = capacity;
        this.budget = budget;
        this.after = after;
    }

    @Override
    public @Nullable Ranked next() {
        if (kept.isEmpty() && more) {
            gather();
        }
        Ranked first = kept.poll();
        if (first != null) {
            budget.release(first.item().size());
            after = new SortPlace(order.values(first.item()), first.key(), first.tie(), false);
        }
        return first;
    }

    private void gather() {
        more = false;
        PriorityQueue<Ranked> largestFirst = new PriorityQueue<>(Collections.reverseOrder());
        ItemCursor items = source.get();
        for (ItemCursor.Found found = items.next(); found != null; found = items.next()) {
            Ranked ranked = order.rank(found.item());
            if ((after != null && !after.isBefore(ranked)) || !wanted.test(found.item())) {
                continue;
            }
            budget.hold(found.item().size());
            largestFirst.add(ranked);
            if (largestFirst.size() > capacity) {
                more = true;
                budget.release(largestFirst.remove().item().size());
            }
        }
        List<Ranked> sorted = new ArrayList<>(largestFirst);
        Collections.sort(sorted);
        kept = new ArrayDeque<>(sorted);
    }
}
