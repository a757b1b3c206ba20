package org.mayflydb.query.access;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.query.plan.Condition;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ScanPage;

/**
 * The ways to the items of a condition, and the choice among them. Ways are numbered by the condition alone, so that a later
 * page can go on by the way that the first one took.
 */
public final class AccessChoice {
    /** The way of looking at all items in scope, which there always is. */
    public static final int SCAN = 0;

    /** So many entries are counted to tell small ranges from large ones. */
    private static final int PROBE_ENTRIES = 200;

    /** About what an entry takes in the store, where only bytes are known. */
    private static final int ENTRY_BYTES = 64;

    private final List<Access> ways;
    private final boolean nothing;

    public AccessChoice(Condition condition) {
        List<Access> found = new ArrayList<>();
        found.add(Access.SCAN);
        if (condition instanceof Condition.All all) {
            all.parts().forEach(part -> addWay(part, found));
        } else {
            addWay(condition, found);
        }
        this.ways = List.copyOf(found);
        this.nothing = condition instanceof Condition.Nothing;
    }

    /** Whether it is known that there are no items. */
    public boolean isNothing() {
        return nothing;
    }

    private static void addWay(Condition condition, List<Access> ways) {
        List<Condition.Values> drivers = new ArrayList<>();
        if (collect(condition, drivers)) {
            ways.add(new Access(List.copyOf(drivers)));
        }
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

    /** The number of the way that looks at the fewest items. */
    public int best(PartitionView view) {
        int best = SCAN;
        long leastCost = Long.MAX_VALUE;
        for (int i = 1; i < ways.size(); i++) {
            if (isOpen(i, view)) {
                long cost = cost(ways.get(i), view);
                if (cost < leastCost) {
                    best = i;
                    leastCost = cost;
                }
            }
        }
        boolean small = best == SCAN || leastCost < PROBE_ENTRIES;
        return small || leastCost <= view.itemsEstimate(PROBE_ENTRIES) ? best : SCAN;
    }

    /** The way of that number, which a continuation brought along. */
    public Access way(int number, PartitionView view) {
        if (number < 0 || number >= ways.size() || !isOpen(number, view)) {
            throw new BadRequestException(
                    "Invalid Continuation Token: the indexing policy has changed, start the query again");
        }
        return ways.get(number);
    }

    /** How many entries or items the way looks at, roughly. */
    public long cost(int number, PartitionView view) {
        return number == SCAN ? view.itemsEstimate(PROBE_ENTRIES) : cost(ways.get(number), view);
    }

    private boolean isOpen(int number, PartitionView view) {
        List<Condition.Values> drivers = ways.get(number).drivers();
        return drivers == null
                || drivers.stream().allMatch(values -> view.index().covers(values.path()));
    }

    private static long cost(Access way, PartitionView view) {
        List<Condition.Values> drivers = way.drivers();
        long cost = 0;
        if (drivers != null) {
            for (Condition.Values values : drivers) {
                for (KeyRange range : Ranges.of(values, view.stretch())) {
                    cost += count(range, view);
                    if (drivers.size() + values.ranges().size() > PROBE_ENTRIES) {
                        // Probing hundreds of ranges would cost more than it saves.
                        return (long) drivers.size() * values.ranges().size();
                    }
                }
            }
        }
        return cost;
    }

    private static long count(KeyRange range, PartitionView view) {
        ScanPage probe = view.scanIndex(range, Direction.FORWARD, PROBE_ENTRIES);
        return probe.exhausted()
                ? probe.entries().size()
                : Math.max(PROBE_ENTRIES, view.approximateIndexBytes(range) / ENTRY_BYTES);
    }
}
