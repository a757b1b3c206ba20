package org.mayflydb.query.access;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ContinuationToken;
import org.mayflydb.index.Shapes;
import org.mayflydb.index.TermPath;
import org.mayflydb.json.JsonObject;
import org.mayflydb.query.plan.Condition;
import org.mayflydb.query.plan.ConditionCheck;
import org.mayflydb.ttl.LiveItem;

/**
 * A way to the items for which a condition holds.
 *
 * @param drivers values that every such item has one of, each at a path that is indexed; null if all items in scope must be
 *     looked at
 * @param second a value that every such item has besides, if both are to be walked at once; then there is one driver
 */
public record Access(@Nullable List<Condition.Values> drivers, Condition.@Nullable Values second) {
    static final Access SCAN = new Access(null, null);

    /** Whether it can leave out items in scope: it does not ask for what all of them have. */
    boolean isNarrowing(PartitionView view) {
        List<Condition.Values> values = drivers;
        return values != null
                && values.stream().noneMatch(driver -> view.isFixed(driver.path()))
                && (second == null || !view.isFixed(second.path()));
    }

    /** Whether it looks at no more entries than there are items in scope, however many they are. */
    boolean staysInScope(PartitionView view) {
        List<Condition.Values> values = drivers;
        return values != null
                && values.size() == 1
                && (view.isWhole() || (view.stretch() != null && Ranges.arePoints(values.get(0))));
    }

    /** Whether everything that it asks for is indexed. */
    boolean isCoveredBy(Predicate<TermPath> indexed) {
        Condition.Values both = second;
        return driversOrNone().stream().allMatch(values -> indexed.test(values.path()))
                && (both == null || indexed.test(both.path()));
    }

    /** Whether it leads along these values and nothing else. */
    boolean isAlong(Condition.Values other) {
        List<Condition.Values> values = drivers;
        return values != null
                && second == null
                && values.size() == 1
                && values.get(0).path().equals(other.path())
                && values.get(0).ranges().equals(other.ranges());
    }

    /** A cursor from the beginning, or from the place where an earlier one was, which comes from a client. */
    public ItemCursor cursor(PartitionView view, byte @Nullable [] place) {
        List<Condition.Values> values = drivers;
        if (values == null) {
            return new ScanCursor(view, place == null ? null : view.checkedLocator(place));
        }
        return new BranchCursor(view, values, second, place);
    }

    List<Condition.Values> driversOrNone() {
        return drivers == null ? List.of() : drivers;
    }

    /** One branch after the other: the entries of each driver, then the items that have no terms. */
    private static final class BranchCursor implements ItemCursor {
        private final PartitionView view;
        private final List<Condition.Values> drivers;
        private final Condition.@Nullable Values second;
        private final int branchCount;
        private int branch;
        private ItemCursor current;

        BranchCursor(
                PartitionView view,
                List<Condition.Values> drivers,
                Condition.@Nullable Values second,
                byte @Nullable [] place) {
            this.view = view;
            this.drivers = drivers;
            this.second = second;
            this.branchCount = drivers.size() + (view.shapes().hasOverflow() ? 1 : 0);
            if (place != null && place.length < Short.BYTES) {
                throw ContinuationToken.invalid();
            }
            this.branch = place == null ? 0 : ByteBuffer.wrap(place).getShort();
            this.current = open(place == null ? null : Arrays.copyOfRange(place, Short.BYTES, place.length));
        }

        @Override
        public @Nullable Found next() {
            while (branch < branchCount) {
                Found found = current.next();
                if (found != null) {
                    byte[] place = ByteBuffer.allocate(Short.BYTES + found.place().length)
                            .putShort((short) branch)
                            .put(found.place())
                            .array();
                    return new Found(found.item(), place);
                }
                branch++;
                current = open(null);
            }
            return null;
        }

        private ItemCursor open(byte @Nullable [] after) {
            if (branch > drivers.size() || branch < 0) {
                return () -> null;
            }
            if (branch == drivers.size()) {
                return new EntryCursor(
                        view, List.of(Shapes.entries(Shapes.OVERFLOW).keys()), after, item -> false);
            }
            if (second != null) {
                return new IntersectionCursor(view, drivers.get(branch), second, after);
            }
            return new EntryCursor(view, Ranges.of(drivers.get(branch), view.stretch()), after, foundBefore(branch));
        }

        /** An item with values for several drivers is shown by the first of them. */
        private Predicate<LiveItem> foundBefore(int index) {
            if (index == 0) {
                return item -> false;
            }
            List<Condition.Values> earlier = new ArrayList<>(drivers.subList(0, index));
            return item -> {
                JsonObject json = JsonObject.ofText(item.json());
                return earlier.stream().anyMatch(values -> ConditionCheck.holds(values, json));
            };
        }
    }
}
