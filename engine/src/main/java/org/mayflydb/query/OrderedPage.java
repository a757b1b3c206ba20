package org.mayflydb.query;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.query.Execution.Outcome;

/** A page of a query with ORDER BY. */
final class OrderedPage {
    private final Execution execution;
    private final PageRows page;
    private final ItemRows rows;

    private OrderedPage(Execution execution) {
        this.execution = execution;
        this.page = execution.newPage();
        this.rows = new ItemRows(execution, page);
    }

    static Outcome of(Execution execution) {
        return new OrderedPage(execution).make();
    }

    private Outcome make() {
        OrderedItems items = new OrderedItems(execution);
        OrderedItems.Next done = null;
        int rowsDone = execution.from().rowsOfNext();
        for (OrderedItems.Next item = items.next(); item != null; item = items.next()) {
            if (!rows.show(item.item(), rowsDone)) {
                boolean complete = page.isAnswerComplete();
                return new Outcome(page, complete ? null : stop(items, done, rows.taken()));
            }
            done = item;
            rowsDone = 0;
            if (execution.budget().isPageOver()) {
                return new Outcome(page, stop(items, done, 0));
            }
        }
        return new Outcome(page, null);
    }

    private Continuation stop(OrderedItems items, OrderedItems.@Nullable Next done, int rowsOfNext) {
        Continuation from = execution.from();
        if (done == null) {
            return new Continuation(
                    from.queryHash(), page.seen(), from.partition(), 0, from.place(), rowsOfNext, from.state());
        }
        byte[] tie = ByteBuffer.allocate(Long.BYTES).putLong(done.tie()).array();
        return new Continuation(
                from.queryHash(), page.seen(), done.view().number(), 0, tie, rowsOfNext, items.state(done));
    }
}
