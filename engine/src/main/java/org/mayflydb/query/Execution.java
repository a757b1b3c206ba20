package org.mayflydb.query;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.query.access.AccessChoice;
import org.mayflydb.query.access.AccessRoute;
import org.mayflydb.query.access.CreationAccess;
import org.mayflydb.query.access.ItemCursor;
import org.mayflydb.query.access.PartitionView;
import org.mayflydb.query.access.ResumeFilter;
import org.mayflydb.query.compile.CompiledQuery;
import org.mayflydb.query.plan.Condition;
import org.mayflydb.query.plan.ConditionReader;
import org.mayflydb.query.run.Budget;
import org.mayflydb.query.run.Frame;
import org.mayflydb.query.run.QueryLimits;
import org.mayflydb.query.syntax.SqlExpression;
import org.mayflydb.ttl.LiveItem;

/**
 * The making of one page.
 *
 * @param views the partitions that have items in scope, in the order of their ranges
 * @param asOne whether items that sort equal come in the order that one partition would have
 * @param condition what is known of the items that have rows
 * @param from where the page begins
 * @param resume where the client says that it begins; the later of both counts
 * @param onePartition whether a page of rows in no order ends with a partition, even if it has no rows
 * @param onlyIndexed whether items that are excluded from the index have no rows, even where another way is faster
 * @param conditions reads conditions for a query with the same parameters
 */
record Execution(
        CompiledQuery query,
        List<PartitionView> views,
        boolean asOne,
        Condition condition,
        AccessChoice choice,
        Frame frame,
        Continuation from,
        @Nullable ResumeFilter resume,
        int rowsMax,
        boolean onePartition,
        boolean onlyIndexed,
        QueryLimits limits,
        Function<CompiledQuery, ConditionReader> conditions)
        implements AutoCloseable {

    /** Ends the reading. That of a query in FROM is the same, and needs not be ended by itself. */
    @Override
    public void close() {
        views.forEach(PartitionView::close);
    }

    Budget budget() {
        return frame.budget();
    }

    /** Whether WHERE is true for some row of the item. */
    boolean hasRow(LiveItem item) {
        if (!mayBeShown(item)) {
            return false;
        }
        frame.document().show(item);
        return !query.selection().rows().forEach(frame, row -> false);
    }

    private boolean mayBeShown(LiveItem item) {
        return !onlyIndexed || item.stored().isIndexed();
    }

    /** A page of rows that come from where the last page ended. */
    PageRows pageGoingOn() {
        return PageRows.goingOn(query.window(), rowsMax, limits, from.rowsSeen());
    }

    /** A page of rows that come from the first one on again. */
    PageRows pageRecounting() {
        return PageRows.recounting(query.window(), rowsMax, limits, from.rowsSeen());
    }

    /** The view in which the page continues; the first at the beginning. */
    int firstView() {
        if (from.partition() == Continuation.NO_PARTITION) {
            return 0;
        }
        for (int i = 0; i < views.size(); i++) {
            if (goesOn(views.get(i))) {
                return i;
            }
        }
        throw Continuation.invalid();
    }

    /** Whether the page continues in this view: its partition is where the last page ended, or was split from there. */
    boolean goesOn(PartitionView view) {
        return from.partition() != Continuation.NO_PARTITION && view.descendsFrom(from.partition());
    }

    /**
     * The views to go through, one after the other. What the partition was split into in which the last page ended is still
     * one to this query, in the order that the partition had, for only that order tells what was shown already.
     */
    List<List<PartitionView>> groups() {
        List<List<PartitionView>> groups = new ArrayList<>();
        List<PartitionView> resumed = views.stream().filter(this::goesOn).toList();
        int first = firstView();
        if (!resumed.isEmpty()) {
            groups.add(resumed);
        }
        views.subList(first + resumed.size(), views.size()).forEach(view -> groups.add(List.of(view)));
        return groups;
    }

    /** The number of the partition that continuations know a view by. */
    int numberOf(PartitionView view) {
        return goesOn(view) ? from.partition() : view.number();
    }

    /** The items of a group of views, by one way, in the order of their places. */
    ItemCursor cursor(List<PartitionView> group, int way, byte @Nullable [] start) {
        return merged(group, view -> shown(way, choice.way(way, view).cursor(view, start)));
    }

    /** The items of a group of views, in the order of a route. */
    ItemCursor cursor(List<PartitionView> group, AccessRoute route) {
        CreationAccess access = creationAccess();
        return merged(group, view -> shown(route.way(), access.cursor(view, route)));
    }

    /** Entries of the index lead to no item that is excluded from it. */
    private ItemCursor shown(int way, ItemCursor items) {
        return onlyIndexed && way == AccessChoice.SCAN ? items.filtered(this::mayBeShown) : items;
    }

    private static ItemCursor merged(List<PartitionView> group, Function<PartitionView, ItemCursor> cursor) {
        List<ItemCursor> cursors = group.stream().map(cursor).toList();
        return cursors.size() == 1 ? cursors.get(0) : new MergedCursor(cursors);
    }

    /** The route on which the items of a group are shown: the one of the last page if that ended there. */
    AccessRoute route(List<PartitionView> group) {
        byte[] place = from.place();
        if (place == null || !goesOn(group.get(0))) {
            return creationAccess().choose(group);
        }
        AccessRoute route = creationAccess().resume(group, from.way(), place);
        if (route == null) {
            throw Continuation.invalid();
        }
        return route;
    }

    /** The route from the first item of a view on. */
    AccessRoute freshRoute(PartitionView view) {
        return creationAccess().choose(List.of(view));
    }

    private CreationAccess creationAccess() {
        Long take = query.window().take();
        long rows = take == null ? rowsMax : Math.min(rowsMax, query.window().skip() + take);
        boolean all = query.tree().where() == null;
        return new CreationAccess(choice, item -> all || mayHaveRow(item), (int) Math.min(rows, rowsMax));
    }

    private boolean mayHaveRow(LiveItem item) {
        frame.budget().nextItem();
        return hasRow(item);
    }

    /** The same for the query in FROM, whose results are wanted as a whole. */
    Execution inner(CompiledQuery inner) {
        SqlExpression where = inner.tree().where();
        Condition known =
                where == null ? Condition.EVERYTHING : conditions.apply(inner).read(where);
        Frame own = new Frame(inner.paths().document(), inner.slotCount(), frame.calls(), frame.budget());
        QueryLimits unbounded = new QueryLimits(
                limits.pageNanosMax(),
                limits.queryNanosMax(),
                limits.memoryBytesMax(),
                Long.MAX_VALUE,
                limits.rowBytesMax());
        AccessChoice innerChoice = new AccessChoice(known);
        return new Execution(
                inner,
                views,
                asOne,
                known,
                innerChoice,
                own,
                Continuation.start(from.query()),
                null,
                Integer.MAX_VALUE,
                false,
                innerChoice.usesIndex(views, !inner.order().isEmpty()),
                unbounded,
                conditions);
    }

    /** Rows and where they end. */
    record Outcome(PageRows page, @Nullable Continuation next) {}
}
