package org.mayflydb.query;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.Execution.Outcome;
import org.mayflydb.query.access.AccessRoute;
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
        execution.views().subList(0, execution.firstView()).forEach(view -> pass(view, found -> true));
        for (List<PartitionView> group : execution.groups()) {
            Continuation next = walk(group, execution.route(group));
            if (next != null || page.isAnswerComplete()) {
                return new Outcome(page, page.isAnswerComplete() ? null : next);
            }
        }
        return new Outcome(page, null);
    }

    /** Goes through items of a partition, in any order, that earlier pages have passed. */
    private void pass(PartitionView view, Predicate<ItemCursor.Found> passed) {
        ItemCursor items = execution.cursor(List.of(view), execution.choice().best(view), null);
        for (ItemCursor.Found found = items.next(); found != null; found = items.next()) {
            if (passed.test(found)) {
                boolean unused = rowsOf(found, Integer.MAX_VALUE);
            }
        }
    }

    /** Goes through the items of a group; returns where it stopped, or null at the end. */
    private @Nullable Continuation walk(List<PartitionView> group, AccessRoute route) {
        boolean fromStart = route.passesInOrder();
        if (!fromStart) {
            group.forEach(view -> pass(view, route::isPassed));
        }
        ItemCursor items = execution.cursor(group, fromStart ? route.fromStart() : route);
        byte[] done = execution.goesOn(group.get(0)) ? execution.from().place() : null;
        for (ItemCursor.Found found = items.next(); found != null; found = items.next()) {
            boolean isEarlier = route.isPassed(found);
            if (!rowsOf(found, isEarlier ? Integer.MAX_VALUE : execution.from().rowsDoneOf(found.item()))) {
                return stop(group.get(0), route.way(), done, found.item());
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
