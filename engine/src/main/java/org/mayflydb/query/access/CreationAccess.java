package org.mayflydb.query.access;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.mayflydb.index.Shapes;
import org.mayflydb.item.record.CreationPlace;
import org.mayflydb.query.plan.Condition;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.ttl.LiveItem;

/**
 * Finds the items of a query without ORDER BY in creation order. Entries of single values are in that order and are merged;
 * those of ranges are sorted in memory as long as they are few. If many items of several partition keys are in a range, the
 * query would have to read all of their entries for each page, so their items come in the order of the entries.
 */
public final class CreationAccess {
    /** More values than this are sorted rather than merged. */
    private static final int MERGED_MAX = 100;

    private static final int SORTED_MIN = 1000;

    /** So many entries are read in half the time that it takes to read an item. */
    private static final int SORTED_PER_ITEM = 4;

    /** Items of one partition key are sorted up to this number of entries, and all of them are read beyond that. */
    private static final int SORTED_MAX = 20_000;

    /** Reading neighbouring items takes about as long as fetching every third of them. */
    private static final int SCANNED_PER_ENTRY = 3;

    private final AccessChoice choice;
    private final Predicate<LiveItem> wanted;
    private final int itemsWanted;

    /**
     * Finds items.
     *
     * @param wanted returns false for items that have no rows
     * @param itemsWanted about how many items the query is going to show
     */
    public CreationAccess(AccessChoice choice, Predicate<LiveItem> wanted, int itemsWanted) {
        this.choice = choice;
        this.wanted = wanted;
        this.itemsWanted = Math.max(1, itemsWanted);
    }

    /** The route from the first item on. All views have the same one. */
    public AccessRoute choose(List<PartitionView> views) {
        PartitionView view = views.get(0);
        WayCosts costs = new WayCosts(view);
        int way = choice.best(costs);
        if (areSmall(views)) {
            return AccessRoute.inCreationOrder(way, CreationPlace.start(true));
        }
        CreationPlace start = CreationPlace.start(false);
        Access access = choice.way(way, view);
        if (access.drivers() == null || isMerged(access)) {
            return AccessRoute.inCreationOrder(way, start);
        }
        long entries = costs.of(access);
        if (entries <= Math.max(SORTED_MIN, (long) SORTED_PER_ITEM * itemsWanted)) {
            return AccessRoute.inCreationOrder(way, start);
        }
        if (entries * SCANNED_PER_ENTRY >= costs.of(Access.SCAN)) {
            return AccessRoute.inCreationOrder(AccessChoice.SCAN, start);
        }
        if (view.key() != null) {
            return AccessRoute.inCreationOrder(entries <= SORTED_MAX ? way : AccessChoice.SCAN, start);
        }
        return AccessRoute.byAccessPath(way);
    }

    private static boolean areSmall(List<PartitionView> views) {
        return views.stream().allMatch(PartitionView::isWalkedAcrossKeys);
    }

    /** The route of an earlier page, after the place where it ended; null if that is no such place. */
    public @Nullable AccessRoute resume(List<PartitionView> views, int way, byte[] place) {
        AccessRoute route = AccessRoute.decode(way, place);
        if (route == null || route.creation() == null || !route.creation().acrossKeys() || areSmall(views)) {
            return route;
        }
        return AccessRoute.inCreationOrder(way, route.creation().byNumber());
    }

    private static boolean isMerged(Access access) {
        List<Condition.Values> drivers = access.drivers();
        return drivers != null
                && drivers.stream().allMatch(Ranges::arePoints)
                && drivers.stream().mapToInt(values -> values.ranges().size()).sum() <= MERGED_MAX;
    }

    /** The items of a partition, in the order of the route. */
    public ItemCursor cursor(PartitionView view, AccessRoute route) {
        Access access = choice.way(route.way(), view);
        CreationPlace after = route.creation();
        if (after == null) {
            ItemCursor items = access.cursor(view, route.lastOfAccessPath());
            return () -> tagged(items.next());
        }
        if (access.drivers() == null) {
            return view.inCreationOrder(after, wanted, itemsWanted);
        }
        EntrySource entries =
                isMerged(access) && !after.acrossKeys() ? merged(access, view, after) : sorted(access, view, after);
        return new EntryItems(view, entries, after);
    }

    private static ItemCursor.@Nullable Found tagged(ItemCursor.@Nullable Found found) {
        return found == null ? null : new ItemCursor.Found(found.item(), AccessRoute.placeOfAccessPath(found.place()));
    }

    private static EntrySource merged(Access access, PartitionView view, CreationPlace after) {
        List<EntrySource> sources = new ArrayList<>();
        for (Condition.Values values : access.driversOrNone()) {
            for (Condition.Bounds bounds : values.ranges()) {
                sources.add(new PointEntries(view, Ranges.range(values.path(), bounds), after.number()));
            }
        }
        Condition.Values second = access.second();
        if (second != null) {
            EntrySource other = new PointEntries(view, Ranges.only(second), after.number());
            sources = new ArrayList<>(List.of(new IntersectionEntries(sources.get(0), other)));
        }
        if (view.shapes().hasOverflow()) {
            sources.add(new PointEntries(view, Shapes.entries(Shapes.OVERFLOW), after.number()));
        }
        return MergedEntries.of(sources);
    }

    /** All values of an item are read: one that is found twice comes once. */
    private static EntrySource sorted(Access access, PartitionView view, CreationPlace after) {
        List<KeyRange> ranges = new ArrayList<>();
        for (Condition.Values values : access.driversOrNone()) {
            ranges.addAll(Ranges.of(values, view.stretch()));
        }
        if (view.shapes().hasOverflow()) {
            ranges.add(Shapes.entries(Shapes.OVERFLOW).keys());
        }
        return new SortedEntries(view, ranges, after, SORTED_MAX);
    }
}
