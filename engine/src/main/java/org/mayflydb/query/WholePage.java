package org.mayflydb.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.Execution.Outcome;
import org.mayflydb.query.access.ItemCursor;
import org.mayflydb.query.access.PartitionView;
import org.mayflydb.query.compile.CompiledQuery;
import org.mayflydb.query.run.Frame;
import org.mayflydb.query.run.GroupTable;
import org.mayflydb.query.run.Grouping;
import org.mayflydb.query.run.Rows;
import org.mayflydb.query.run.Selection;

/**
 * A page of a query that has to see everything before it can show anything: aggregates, GROUP BY, DISTINCT with ORDER BY or
 * over a subquery. A later page does the work again and leaves out what earlier ones have shown. Only aggregates without GROUP
 * BY can stop on the way, because what they have come to is small.
 */
final class WholePage {
    private final Execution execution;
    private final CompiledQuery query;
    private PageRows page;

    /** Whether results are those of earlier pages. */
    private boolean passing;

    private WholePage(Execution execution) {
        this.execution = execution;
        this.query = execution.query();
        this.page = execution.pageRecounting();
    }

    static Outcome of(Execution execution) {
        return new WholePage(execution).make();
    }

    private Outcome make() {
        Grouping grouping = query.selection().grouping();
        if (grouping != null) {
            return groups(grouping);
        }
        Selection.Visitor shown = shown();
        boolean complete = forEachRow(row -> query.selection().project(row, shown));
        boolean over = complete || page.isAnswerComplete();
        return new Outcome(
                page, over ? null : execution.from().withRowsSeen(page.seen()).atStart());
    }

    private Selection.Visitor shown() {
        return query.selection().distinct() ? new Selection.Distinct(execution.budget(), this::take) : this::take;
    }

    private Outcome groups(Grouping grouping) {
        GroupTable groups = new GroupTable(grouping, execution.budget());
        Continuation interrupted = sumUp(groups, grouping);
        if (interrupted != null) {
            return new Outcome(page, interrupted);
        }
        Selection.Visitor shown = shown();
        boolean isFirst = execution.from().place() == null || grouping.keys().isEmpty();
        if (isFirst
                && (groups.forEach(execution.frame(), row -> query.selection().project(row, shown))
                        || page.isAnswerComplete())) {
            return new Outcome(page, null);
        }
        return pageByPosition(groups);
    }

    /** Groups that need several pages come in an order of their own: a partition may be split between two pages. */
    private Outcome pageByPosition(GroupTable groups) {
        Continuation from = execution.from();
        byte[] start = from.place();
        AtomicReference<byte @Nullable []> last = new AtomicReference<>(start);
        page = execution.pageGoingOn();
        Selection.Visitor shown = shown();
        boolean complete = groups.forEachByPosition(execution.frame(), GroupPosition::of, (row, position) -> {
            passing = start != null && Arrays.compareUnsigned(position, start) <= 0;
            if (!query.selection().project(row, shown)) {
                return false;
            }
            last.set(position);
            return true;
        });
        if (complete || page.isAnswerComplete()) {
            return new Outcome(page, null);
        }
        return new Outcome(
                page,
                new Continuation(from.query(), page.seen(), Continuation.NO_PARTITION, 0, last.get(), null, null));
    }

    /** Takes a result; refuses the first that is for the next page. */
    private boolean take(JsonValue value) {
        if (passing) {
            return true;
        }
        if (page.isFull() || page.isAnswerComplete()) {
            return false;
        }
        page.add(value);
        return true;
    }

    private @Nullable Continuation sumUp(GroupTable groups, Grouping grouping) {
        boolean resumable = query.inner() == null
                && query.readsItems()
                && grouping.keys().isEmpty()
                && grouping.calls().stream().allMatch(call -> call.function().hasSmallState());
        Rows.Visitor visitor = row -> {
            groups.add(row);
            return true;
        };
        if (!resumable) {
            boolean unused = isOrderIrrelevant(grouping) ? addAll(groups) : forEachRow(visitor);
            return null;
        }
        if (execution.from().state() instanceof JsonArray saved) {
            groups.restore(saved);
        }
        return sumUpResumably(groups, visitor);
    }

    private boolean isOrderIrrelevant(Grouping grouping) {
        return query.inner() == null
                && query.readsItems()
                && query.order().isEmpty()
                && grouping.calls().stream().allMatch(call -> call.function().hasSmallState());
    }

    /** Adds all rows in the order in which they are read fastest; the table brings the groups into creation order. */
    private boolean addAll(GroupTable groups) {
        for (int i = 0; i < execution.views().size(); i++) {
            PartitionView view = execution.views().get(i);
            ItemCursor items =
                    execution.cursor(List.of(view), execution.choice().best(view), null);
            for (ItemCursor.Found found = items.next(); found != null; found = items.next()) {
                groups.beginItem(i, view.creationIndex(found.item()));
                boolean unused = rowsOf(found, row -> {
                    groups.add(row);
                    return true;
                });
            }
        }
        return true;
    }

    private @Nullable Continuation sumUpResumably(GroupTable groups, Rows.Visitor visitor) {
        Continuation from = execution.from();
        byte[] place = from.place();
        for (List<PartitionView> group : execution.groups()) {
            PartitionView view = group.get(0);
            if (place == null) {
                Long count = CountShortcut.count(execution, view);
                if (count != null) {
                    groups.addCount(count);
                    continue;
                }
            }
            int way = place != null ? from.way() : execution.choice().best(view);
            ItemCursor items = execution.cursor(group, way, place);
            for (ItemCursor.Found found = items.next(); found != null; found = items.next()) {
                boolean unused = rowsOf(found, visitor);
                if (execution.budget().isPageOver()) {
                    return new Continuation(
                            from.query(), 0, execution.numberOf(view), way, found.place(), null, groups.save());
                }
            }
            place = null;
        }
        return null;
    }

    private boolean rowsOf(ItemCursor.Found found, Rows.Visitor visitor) {
        execution.frame().document().show(found.item());
        execution.budget().nextItem();
        return query.selection().rows().forEach(execution.frame(), visitor);
    }

    /** All rows, wherever they come from; returns true if none was refused. */
    private boolean forEachRow(Rows.Visitor visitor) {
        Frame frame = execution.frame();
        if (query.inner() != null) {
            return forEachInnerRow(query.inner(), visitor);
        }
        if (!query.readsItems()) {
            return query.selection().rows().forEach(frame, visitor);
        }
        if (!query.order().isEmpty()) {
            OrderedItems items = new OrderedItems(execution);
            for (OrderedItems.Next item = items.next(); item != null; item = items.next()) {
                frame.document().show(item.item());
                execution.budget().nextItem();
                if (!query.selection().rows().forEach(frame, visitor)) {
                    return false;
                }
            }
            return true;
        }
        for (PartitionView view : execution.views()) {
            ItemCursor items = execution.cursor(List.of(view), execution.freshRoute(view));
            for (ItemCursor.Found found = items.next(); found != null; found = items.next()) {
                if (!rowsOf(found, visitor)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean forEachInnerRow(CompiledQuery.Inner inner, Rows.Visitor visitor) {
        for (JsonValue value : innerResults(inner.query())) {
            List<JsonValue> bound = new ArrayList<>();
            if (!inner.iterated()) {
                bound.add(value);
            } else if (value instanceof JsonArray array) {
                bound.addAll(array.elements());
            }
            for (JsonValue each : bound) {
                execution.frame().setSlot(inner.slot(), each);
                if (!query.selection().rows().forEach(execution.frame(), visitor)) {
                    return false;
                }
            }
        }
        return true;
    }

    private List<JsonValue> innerResults(CompiledQuery inner) {
        Outcome all = of(execution.inner(inner));
        all.page().rows().forEach(row -> execution.budget().hold(Long.BYTES));
        return all.page().rows();
    }
}
