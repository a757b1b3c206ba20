package org.mayflydb.query;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.Execution.Outcome;
import org.mayflydb.query.access.ItemCursor;
import org.mayflydb.query.access.PartitionView;
import org.mayflydb.query.run.Selection;
import org.mayflydb.ttl.LiveItem;

/**
 * A page of a query with DISTINCT and without ORDER BY. The server keeps nothing between pages, so each page reads the items
 * of earlier pages again, without showing them, to know their values. The continuation names the last item, not a number of
 * rows: partitions that result from a split know which of its items came before.
 */
final class DistinctPage {
    private final Execution execution;
    private final PageRows page;
    private final Selection.Distinct distinct;
    private boolean shownBefore;
    private int taken;

    private DistinctPage(Execution execution) {
        this.execution = execution;
        this.page = execution.pageGoingOn();
        this.distinct = new Selection.Distinct(execution.budget(), this::take);
    }

    static Outcome of(Execution execution) {
        return new DistinctPage(execution).make();
    }

    private Outcome make() {
        Continuation from = execution.from();
        shownBefore = true;
        for (PartitionView view : execution.views().subList(0, execution.firstView())) {
            boolean unused = walk(List.of(view), execution.choice().best(view), null) == null;
        }
        for (List<PartitionView> group : execution.groups()) {
            PartitionView first = group.get(0);
            boolean resumed = execution.goesOn(first);
            shownBefore = resumed && from.place() != null;
            int way = resumed ? from.way() : execution.choice().best(first);
            Continuation next = walk(group, way, resumed ? from.place() : null);
            if (next != null || page.isAnswerComplete()) {
                return new Outcome(page, page.isAnswerComplete() ? null : next);
            }
        }
        return new Outcome(page, null);
    }

    /**
     * Goes through the items of a group; returns where it stopped, or null at the end.
     *
     * @param end the last item of earlier pages; null if there is none in this group
     */
    private @Nullable Continuation walk(List<PartitionView> group, int way, byte @Nullable [] end) {
        ItemCursor items = execution.cursor(group, way, null);
        boolean inEarlierPartition = shownBefore && end == null;
        byte[] done = end;
        for (ItemCursor.Found found = items.next(); found != null; found = items.next()) {
            boolean isEarlier = inEarlierPartition || (end != null && Arrays.compareUnsigned(found.place(), end) <= 0);
            if (!rowsOf(found, isEarlier ? Integer.MAX_VALUE : execution.from().rowsDoneOf(found.item()))) {
                return stop(group.get(0), way, done, found.item());
            }
            if (!isEarlier) {
                done = found.place();
            }
        }
        return null;
    }

    /** @param rowsDone how many of the item's rows earlier pages have */
    private boolean rowsOf(ItemCursor.Found found, int rowsDone) {
        execution.frame().document().show(found.item());
        execution.budget().nextItem();
        taken = 0;
        return execution.query().selection().rows().forEach(execution.frame(), row -> {
            shownBefore = taken < rowsDone;
            boolean goesOn = execution.query().selection().project(row, distinct);
            taken += goesOn ? 1 : 0;
            return goesOn;
        });
    }

    /** Takes a new value; refuses the first that is for the next page. */
    private boolean take(JsonValue value) {
        if (shownBefore) {
            return true;
        }
        if (page.isFull() || page.isAnswerComplete()) {
            return false;
        }
        page.add(value);
        return true;
    }

    private Continuation stop(PartitionView view, int way, byte @Nullable [] done, LiveItem last) {
        return new Continuation(
                execution.from().query(),
                page.seen(),
                execution.numberOf(view),
                way,
                done,
                taken == 0 ? null : Continuation.Partial.of(last, taken),
                null);
    }
}
