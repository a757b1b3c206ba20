package org.mayflydb.query;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.Execution.Outcome;

/**
 * A page of a query with ORDER BY. It continues after the last item, whose position is in the continuation, or, if that
 * would make the continuation too large, from the first item again, skipping what earlier pages returned.
 */
final class OrderedPage {
    /** Clients ask for continuations of a kilobyte at most, and the text of one is longer than its bytes. */
    private static final int STATE_BYTES_MAX = 512;

    private final Execution execution;
    private final PageRows page;
    private final ItemRows rows;

    private OrderedPage(Execution execution) {
        this.execution = execution;
        this.page = execution.from().place() == null ? execution.pageRecounting() : execution.pageGoingOn();
        this.rows = new ItemRows(execution, page);
    }

    static Outcome of(Execution execution) {
        return new OrderedPage(execution).make();
    }

    private Outcome make() {
        OrderedItems items = new OrderedItems(execution);
        OrderedItems.Next done = null;
        for (OrderedItems.Next item = items.next(); item != null; item = items.next()) {
            if (item.resumed() && !rows.show(item.item(), execution.from().rowsDoneOf(item.item()))) {
                boolean complete = page.isAnswerComplete();
                return new Outcome(page, complete ? null : stop(items, done, rows.partial(item.item())));
            }
            if (page.isAnswerComplete()) {
                return new Outcome(page, null);
            }
            done = item;
            if (execution.budget().isPageOver() && !page.isRecounting()) {
                return new Outcome(page, stop(items, done, null));
            }
        }
        return new Outcome(page, null);
    }

    private Continuation stop(
            OrderedItems items, OrderedItems.@Nullable Next done, Continuation.@Nullable Partial partial) {
        Continuation from = execution.from();
        if (done == null && from.place() != null) {
            return new Continuation(
                    from.query(), page.seen(), from.partition(), 0, from.place(), partial, from.state());
        }
        JsonValue state = done == null ? null : items.state(done);
        if (done == null || state == null || state.toBytes().length > STATE_BYTES_MAX) {
            return from.withRowsSeen(page.seen()).atStart();
        }
        byte[] tie = ByteBuffer.allocate(Long.BYTES).putLong(done.tie()).array();
        return new Continuation(from.query(), page.seen(), execution.numberOf(done.view()), 0, tie, partial, state);
    }
}
