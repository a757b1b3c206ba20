package org.mayflydb.query.access;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.Invariant;
import org.mayflydb.index.TermPath;
import org.mayflydb.json.JsonEquality;
import org.mayflydb.query.plan.Condition;

/**
 * The access paths to the items of a condition, and the choice among them. They are numbered by the condition alone, so that
 * a later page can continue on the access path of the first one.
 */
public final class AccessChoice {
    /** The way of looking at all items in scope, which there always is. */
    public static final int SCAN = 0;

    /** Of so many values every two are tried together. */
    private static final int INTERSECTED_MAX = 3;

    /** Comparing more of them takes longer than the best of so many saves. */
    private static final int WAYS_MAX = 100;

    private final List<Access> ways;

    public AccessChoice(Condition condition) {
        List<Access> found = new ArrayList<>();
        found.add(Access.SCAN);
        if (condition instanceof Condition.All all) {
            for (Condition part : all.parts()) {
                if (found.size() < WAYS_MAX) {
                    addWay(part, found);
                }
            }
            addIntersections(all.parts(), found);
        } else {
            addWay(condition, found);
        }
        this.ways = List.copyOf(found);
    }

    private static void addWay(Condition condition, List<Access> ways) {
        List<Condition.Values> drivers = new ArrayList<>();
        if (collect(condition, drivers)) {
            ways.add(new Access(merged(drivers), null));
        }
    }

    /** Two values that every item has: the entries of each are in the order of their items, so both are walked at once. */
    private static void addIntersections(List<Condition> parts, List<Access> ways) {
        List<Condition.Values> points = new ArrayList<>();
        for (Condition part : parts) {
            if (part instanceof Condition.Values values
                    && values.ranges().size() == 1
                    && values.ranges().get(0) instanceof Condition.Bounds.Equal
                    && points.size() < INTERSECTED_MAX) {
                points.add(values);
            }
        }
        for (int i = 0; i < points.size(); i++) {
            for (int j = i + 1; j < points.size(); j++) {
                ways.add(new Access(List.of(points.get(i)), points.get(j)));
            }
        }
    }

    /** Drivers that are single values at one path are one driver with many values. */
    private static List<Condition.Values> merged(List<Condition.Values> drivers) {
        Map<TermPath, Set<JsonEquality.Key>> valuesAt = new LinkedHashMap<>();
        List<Condition.Values> merged = new ArrayList<>();
        for (Condition.Values driver : drivers) {
            boolean mergeable =
                    driver.isSingle() && driver.ranges().stream().allMatch(Condition.Bounds.Equal.class::isInstance);
            if (mergeable) {
                Set<JsonEquality.Key> values = valuesAt.computeIfAbsent(driver.path(), path -> new LinkedHashSet<>());
                driver.ranges()
                        .forEach(bounds -> values.add(new JsonEquality.Key(((Condition.Bounds.Equal) bounds).value())));
            } else {
                merged.add(driver);
            }
        }
        valuesAt.forEach((path, values) -> merged.add(new Condition.Values(path, equal(values), false)));
        return List.copyOf(merged);
    }

    private static List<Condition.Bounds> equal(Set<JsonEquality.Key> values) {
        List<Condition.Bounds> bounds = new ArrayList<>();
        values.forEach(key -> bounds.add(
                new Condition.Bounds.Equal(Invariant.present(key.value(), "only values are compared with"))));
        return bounds;
    }

    /** Collects values of which every item has one; false if there are none. */
    private static boolean collect(Condition condition, List<Condition.Values> drivers) {
        if (condition instanceof Condition.Values values) {
            return collectValues(values, drivers);
        }
        if (condition instanceof Condition.Any any) {
            return any.parts().stream().allMatch(part -> collect(part, drivers));
        }
        if (condition instanceof Condition.All all) {
            for (Condition part : all.parts()) {
                List<Condition.Values> ofPart = new ArrayList<>();
                if (collect(part, ofPart)) {
                    drivers.addAll(ofPart);
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * An item has one value at a path of members, and so one entry in the ranges. In arrays it may have several: there
     * every value is a driver by itself, so that an item is found once by each, and longer ranges are of no use.
     */
    private static boolean collectValues(Condition.Values values, List<Condition.Values> drivers) {
        if (values.isSingle()) {
            drivers.add(values);
            return true;
        }
        for (Condition.Bounds bounds : values.ranges()) {
            if (!(bounds instanceof Condition.Bounds.Equal)) {
                return false;
            }
            drivers.add(new Condition.Values(values.path(), List.of(bounds), values.exact()));
        }
        return true;
    }

    /**
     * Returns true if the index is to find the items, whether or not that is the best way: the answer must not depend on
     * how many items there are, nor on how far a change of policy has come.
     *
     * @param sorted whether the query has ORDER BY
     */
    public boolean usesIndex(List<PartitionView> views, boolean sorted) {
        return views.stream()
                .map(PartitionView::newestRules)
                .anyMatch(rules -> (sorted && !rules.isIdle())
                        || ways.stream().anyMatch(way -> way.drivers() != null && way.isCoveredBy(rules::covers)));
    }

    /** The number of the way that looks at the fewest items. */
    public int best(PartitionView view) {
        return best(new WayCosts(view));
    }

    int best(WayCosts costs) {
        PartitionView view = costs.view();
        List<Integer> open = new ArrayList<>();
        for (int i = 1; i < ways.size(); i++) {
            if (isOpen(i, view) && ways.get(i).isNarrowing(view)) {
                open.add(i);
            }
        }
        if (open.size() == 1 && ways.get(open.get(0)).staysInScope(view)) {
            return open.get(0);
        }
        int best = SCAN;
        long leastCost = Long.MAX_VALUE;
        for (int number : open) {
            long cost = costs.of(ways.get(number));
            if (cost < leastCost) {
                best = number;
                leastCost = cost;
            }
        }
        return best == SCAN || costs.isSmall(leastCost) || leastCost <= costs.of(Access.SCAN) ? best : SCAN;
    }

    /** The way of that number, which a continuation brought along. */
    public Access way(int number, PartitionView view) {
        if (number < 0 || number >= ways.size() || !isOpen(number, view)) {
            throw new BadRequestException(
                    "Invalid Continuation Token: the indexing policy has changed, start the query again");
        }
        return ways.get(number);
    }

    private boolean isOpen(int number, PartitionView view) {
        return ways.get(number).isCoveredBy(view.index()::covers);
    }
}
