package org.mayflydb.query;

import org.jspecify.annotations.Nullable;
import org.mayflydb.ttl.LiveItem;

/** Puts the rows of one item after another into a page. */
final class ItemRows {
    private final Execution execution;
    private final PageRows page;
    private int taken;

    ItemRows(Execution execution, PageRows page) {
        this.execution = execution;
        this.page = page;
    }

    /**
     * Takes the rows of an item but for the first few, which an earlier page has; false if one has to wait for the next
     * page, or the answer is complete.
     */
    boolean show(LiveItem item, int rowsDone) {
        execution.frame().document().show(item);
        execution.budget().nextItem();
        taken = 0;
        return execution.query().selection().rows().forEach(execution.frame(), row -> {
            if (taken >= rowsDone) {
                if (page.isFull() || page.isAnswerComplete()) {
                    return false;
                }
                page.add(execution.query().selection().projection().evaluate(row));
            }
            taken++;
            return true;
        });
    }

    /** The last item if some of its rows are done, but not all; null if none are. */
    Continuation.@Nullable Partial partial(LiveItem last) {
        return taken == 0 ? null : Continuation.Partial.of(last, taken);
    }
}
