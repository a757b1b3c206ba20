package org.mayflydb.query;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.query.Execution.Outcome;
import org.mayflydb.query.access.AccessRoute;
import org.mayflydb.query.access.ItemCursor;
import org.mayflydb.query.access.PartitionView;

/** A page of a query whose rows can be shown as they are found: partition after partition, item after item. */
final class StreamPage {
    private final Execution execution;
    private final PageRows page;
    private final ItemRows rows;

    private StreamPage(Execution execution) {
        this.execution = execution;
        this.page = execution.pageGoingOn();
        this.rows = new ItemRows(execution, page);
    }

    static Outcome of(Execution execution) {
        return new StreamPage(execution).make();
    }

    private Outcome make() {
        boolean first = true;
        for (List<PartitionView> group : execution.groups()) {
            AccessRoute route = execution.route(group);
            Continuation next = execution.onePartition() && !first
                    ? stop(group.get(0), route.way(), null, null)
                    : walk(group, route);
            first = false;
            if (next != null || page.isAnswerComplete()) {
                return new Outcome(page, page.isAnswerComplete() ? null : next);
            }
        }
        return new Outcome(page, null);
    }

    /** Shows the items of a partition; answers where it stopped, or null at the end. */
    private @Nullable Continuation walk(List<PartitionView> group, AccessRoute route) {
        PartitionView view = group.get(0);
        int way = route.way();
        ItemCursor items = execution.cursor(group, route);
        byte[] done = execution.goesOn(view) ? execution.from().place() : null;
        for (ItemCursor.Found found = items.next(); found != null; found = items.next()) {
            if (!rows.show(found.item(), execution.from().rowsDoneOf(found.item()))) {
                return stop(view, way, done, rows.partial(found.item()));
            }
            if (page.isAnswerComplete()) {
                return null;
            }
            done = found.place();
            if (execution.budget().isPageOver()) {
                return stop(view, way, done, null);
            }
        }
        return null;
    }

    private Continuation stop(
            PartitionView view, int way, byte @Nullable [] done, Continuation.@Nullable Partial partial) {
        return new Continuation(
                execution.from().query(), page.seen(), execution.numberOf(view), way, done, partial, null);
    }
}
