package org.mayflydb.query.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.index.TermPath;
import org.mayflydb.json.JsonOrder;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.plan.Condition.Bounds;

/** Puts together what several comparisons say of one value: above one bound and below another is between the two. */
final class Stretches {
    private final List<Condition> parts = new ArrayList<>();

    /** Where among the parts the stretch of a path is. */
    private final Map<TermPath, Integer> places = new HashMap<>();

    /** Adds a condition to those that hold besides, as a part of its own or within the one that is there for its path. */
    void add(Condition condition) {
        Bounds.Between added = stretch(condition);
        if (added == null) {
            parts.add(condition);
            return;
        }
        Condition.Values other = (Condition.Values) condition;
        Integer place = places.putIfAbsent(other.path(), parts.size());
        if (place == null) {
            parts.add(condition);
            return;
        }
        Condition.Values one = (Condition.Values) parts.get(place);
        Bounds.Between present = Invariant.present(stretch(one), "only stretches are remembered");
        Bounds.Between both = intersect(present, added);
        if (both == null) {
            parts.set(place, Condition.NOTHING);
            places.remove(other.path());
        } else {
            parts.set(place, new Condition.Values(one.path(), List.of(both), one.exact() && other.exact()));
        }
    }

    /** All that were added. */
    List<Condition> parts() {
        return parts;
    }

    /** The stretch that a condition leaves to the one value at a path; null if it is of another kind. */
    private static Bounds.@Nullable Between stretch(Condition condition) {
        return condition instanceof Condition.Values values
                        && values.isSingle()
                        && values.ranges().size() == 1
                        && values.ranges().get(0) instanceof Bounds.Between between
                ? between
                : null;
    }

    /** What is in both; null if nothing can be, because a value has one type or the bounds have crossed. */
    private static Bounds.@Nullable Between intersect(Bounds.Between one, Bounds.Between other) {
        if (kind(one) != kind(other)) {
            return null;
        }
        boolean lowerIsOthers = isTighter(other.lower(), other.lowerIncluded(), one.lower(), one.lowerIncluded(), 1);
        boolean upperIsOthers = isTighter(other.upper(), other.upperIncluded(), one.upper(), one.upperIncluded(), -1);
        Bounds.Between lower = lowerIsOthers ? other : one;
        Bounds.Between upper = upperIsOthers ? other : one;
        boolean crossed =
                lower.lower() != null && upper.upper() != null && JsonOrder.compare(lower.lower(), upper.upper()) > 0;
        return crossed
                ? null
                : new Bounds.Between(lower.lower(), lower.lowerIncluded(), upper.upper(), upper.upperIncluded());
    }

    /**
     * Whether the first bound leaves less than the second.
     *
     * @param side 1 for lower bounds, -1 for upper ones
     */
    private static boolean isTighter(
            @Nullable JsonValue bound, boolean included, @Nullable JsonValue than, boolean thanIncluded, int side) {
        if (bound == null || than == null) {
            return bound != null;
        }
        int order = side * JsonOrder.compare(bound, than);
        return order > 0 || (order == 0 && thanIncluded && !included);
    }

    private static JsonValue.Kind kind(Bounds.Between bounds) {
        return Invariant.present(bounds.lower() == null ? bounds.upper() : bounds.lower(), "a stretch has a bound")
                .kind();
    }
}
