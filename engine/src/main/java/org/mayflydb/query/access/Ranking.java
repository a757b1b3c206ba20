package org.mayflydb.query.access;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.index.CompositeIndex;
import org.mayflydb.index.ShapeGroups;
import org.mayflydb.index.Shapes;
import org.mayflydb.index.TermPath;
import org.mayflydb.index.ValueType;
import org.mayflydb.query.compile.CompiledQuery.SortKey;
import org.mayflydb.query.plan.Condition;
import org.mayflydb.query.syntax.SqlErrors;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.ttl.LiveItem;

/** Ways to go through items in order: along an index that has the order, or by sorting what a condition leaves. */
public final class Ranking {
    private final SortOrder order;
    private final Condition condition;
    private final AccessChoice choice;
    private final Predicate<LiveItem> wanted;
    private final int itemsWanted;

    /**
     * How a query goes through items in order.
     *
     * @param wanted tells which items the query has rows of
     * @param itemsWanted how many of them, about
     */
    public Ranking(
            SortOrder order, Condition condition, AccessChoice choice, Predicate<LiveItem> wanted, int itemsWanted) {
        this.order = order;
        this.condition = condition;
        this.choice = choice;
        this.wanted = wanted;
        this.itemsWanted = itemsWanted;
    }

    /** A cursor that begins at the place, or with the first item. */
    public RankedCursor open(PartitionView view, @Nullable SortPlace place) {
        OrderIndex index = index(view);
        WayCosts costs = new WayCosts(view);
        Access way = choice.way(choice.best(costs), view);
        if (index == null || isSortingCheaper(way, index, costs)) {
            return sorting(() -> way.cursor(view, null), view, place);
        }
        List<RankedCursor> rankings = new ArrayList<>();
        rankings.add(new IndexRanking(view, index, order, place));
        Shapes shapes = view.shapes();
        if (!index.isComplete()) {
            addUnindexed(shapes, view, place, rankings);
        }
        if (shapes.hasOverflow()) {
            rankings.add(sortingShape(Shapes.OVERFLOW, view, place));
        }
        return rankings.size() == 1 ? rankings.get(0) : new MergedRanking(rankings);
    }

    /** An index that has the order; null if none can have it, or one is still being built. */
    private @Nullable OrderIndex index(PartitionView view) {
        List<SortKey> keys = order.keys();
        if (keys.stream().anyMatch(SortKey::computed)) {
            return null;
        }
        if (keys.size() > 1) {
            OrderIndex found = OrderIndex.composite(view.index().composites(), order);
            List<CompositeIndex> planned = view.newestRules().composites();
            if (found == null && OrderIndex.composite(planned, order) == null) {
                throw SqlErrors.run(
                        "The order by query does not have a corresponding composite index that it can be served from.");
            }
            return found;
        }
        TermPath path = keys.get(0).path();
        if (!view.newestRules().covers(path)) {
            throw SqlErrors.run("The index path corresponding to the specified order-by item is excluded.");
        }
        return view.index().covers(path) && !keys.get(0).isElement()
                ? new OrderIndex.OfPath(path, order.descending(), restriction(path))
                : null;
    }

    /** What the condition says about the values at a path. */
    private Condition.@Nullable Values restriction(TermPath path) {
        List<Condition> parts = condition instanceof Condition.All all ? all.parts() : List.of(condition);
        for (Condition part : parts) {
            if (part instanceof Condition.Values values && values.path().equals(path)) {
                return values;
            }
        }
        return null;
    }

    /**
     * Going along the index finds one wanted item in every so many of all; sorting looks at all that the condition
     * leaves, but at no others. Where that is a stretch of the same index, it has nothing to find that going along would
     * not find first.
     */
    private boolean isSortingCheaper(Access way, OrderIndex index, WayCosts costs) {
        Condition.Values restriction = index.restriction();
        boolean alongTheOrder = restriction != null && way.isAlong(restriction);
        if (costs.view().isWhole() && (way.drivers() == null || alongTheOrder)) {
            return false;
        }
        double left = Math.max(1, costs.of(way));
        double all = costs.view().storedItemsEstimate();
        return left * left <= all * Math.max(1, itemsWanted);
    }

    private void addUnindexed(
            Shapes shapes, PartitionView view, @Nullable SortPlace place, List<RankedCursor> rankings) {
        ShapeGroups groups = shapes.at(order.keys().get(0).path());
        byte[] undefined = order.key(Collections.singletonList(null));
        for (long shape : groups.undefined()) {
            rankings.add(new ShapeRanking(view, shape, undefined, order, place));
        }
        addHashed(groups.array(), ValueType.ARRAY, view, place, rankings);
        addHashed(groups.object(), ValueType.OBJECT, view, place, rankings);
        for (long shape : groups.unknown()) {
            rankings.add(sortingShape(shape, view, place));
        }
    }

    /** Arrays or objects, whose order only the items tell. They are sorted when the walk comes to the first of them. */
    private void addHashed(
            List<Long> shapes,
            ValueType type,
            PartitionView view,
            @Nullable SortPlace place,
            List<RankedCursor> rankings) {
        byte[] beginning = order.beginning(type);
        if (shapes.isEmpty() || (place != null && place.isBehindAll(beginning))) {
            return;
        }
        List<KeyRange> entries =
                shapes.stream().map(shape -> Shapes.entries(shape).keys()).toList();
        RankedCursor sorted = sorting(() -> new EntryCursor(view, entries, null, item -> false), view, place);
        rankings.add(new LateRanking(beginning, sorted));
    }

    private RankedCursor sortingShape(long shape, PartitionView view, @Nullable SortPlace place) {
        return sorting(
                () -> new EntryCursor(view, List.of(Shapes.entries(shape).keys()), null, item -> false), view, place);
    }

    private RankedCursor sorting(Supplier<ItemCursor> source, PartitionView view, @Nullable SortPlace place) {
        return new TopCursor(source, order, wanted, Math.max(1, itemsWanted) + 1, view.budget(), place);
    }
}
