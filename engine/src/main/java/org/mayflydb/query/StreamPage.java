package org.mayflydb.query;

import org.jspecify.annotations.Nullable;
import org.mayflydb.query.Execution.Outcome;
import org.mayflydb.query.access.AccessChoice;
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
        Continuation from = execution.from();
        int rowsDone = from.rowsOfNext();
        byte[] place = from.place();
        for (int i = execution.firstView(); i < execution.views().size(); i++) {
            PartitionView view = execution.views().get(i);
            boolean resumed = view.number() == from.partition();
            int way = resumed ? from.way() : execution.choice().best(view);
            Continuation next = walk(view, way, place, rowsDone);
            if (next != null || page.isAnswerComplete()) {
                return new Outcome(page, page.isAnswerComplete() ? null : next);
            }
            place = null;
            rowsDone = 0;
        }
        return new Outcome(page, null);
    }

    /** Shows the items of a partition; answers where it stopped, or null at the end. */
    private @Nullable Continuation walk(PartitionView view, int way, byte @Nullable [] start, int rowsDoneOfFirst) {
        AccessChoice choice = execution.choice();
        ItemCursor items = choice.way(way, view).cursor(view, start);
        byte[] done = start;
        int rowsDone = rowsDoneOfFirst;
        for (ItemCursor.Found found = items.next(); found != null; found = items.next()) {
            if (!rows.show(found.item(), rowsDone)) {
                return stop(view, way, done, rows.taken());
            }
            if (page.isAnswerComplete()) {
                return null;
            }
            done = found.place();
            rowsDone = 0;
            if (execution.budget().isPageOver()) {
                return stop(view, way, done, 0);
            }
        }
        return null;
    }

    private Continuation stop(PartitionView view, int way, byte @Nullable [] done, int rowsOfNext) {
        return new Continuation(execution.from().queryHash(), page.seen(), view.number(), way, done, rowsOfNext, null);
    }
}
