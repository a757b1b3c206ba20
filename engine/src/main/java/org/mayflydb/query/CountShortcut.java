package org.mayflydb.query;

import org.jspecify.annotations.Nullable;
import org.mayflydb.query.access.EntryCount;
import org.mayflydb.query.access.PartitionView;
import org.mayflydb.query.compile.CompiledQuery;
import org.mayflydb.query.plan.Condition;
import org.mayflydb.query.run.Aggregate;
import org.mayflydb.query.run.Evaluator;
import org.mayflydb.query.run.Grouping;

/** Counting without reading items, where the index alone knows how many rows there are. */
final class CountShortcut {
    private CountShortcut() {}

    /** How many rows the items of a partition give, or null if they must be looked at to know. */
    static @Nullable Long count(Execution execution, PartitionView view) {
        CompiledQuery query = execution.query();
        Grouping grouping = query.selection().grouping();
        boolean onlyCounts = grouping != null
                && grouping.calls().stream()
                        .allMatch(call -> call.function() == Aggregate.COUNT && isDefined(call.argument()));
        if (!onlyCounts || !isPlainItem(query)) {
            return null;
        }
        if (query.tree().where() == null) {
            return EntryCount.ofAll(view, execution::hasRow);
        }
        return execution.condition() instanceof Condition.Values values && values.exact()
                ? EntryCount.of(values, view, execution::hasRow)
                : null;
    }

    private static boolean isDefined(Evaluator argument) {
        return argument instanceof Evaluator.Constant constant && constant.value() != null;
    }

    private static boolean isPlainItem(CompiledQuery query) {
        return query.tree().sources().size() == 1
                && query.aliases().standsForItem(query.tree().sources().get(0));
    }
}
