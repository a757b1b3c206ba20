package org.mayflydb.query.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.IndexPath.PathStep;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonEquality;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonOrder;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.plan.Condition.Bounds;

/** Whether a condition holds for an item, found out by looking at the item. */
public final class ConditionCheck {
    private ConditionCheck() {}

    public static boolean holds(Condition.Values values, JsonObject item) {
        return holds(values, item, values.path().steps());
    }

    private static boolean holds(Condition.Values values, @Nullable JsonValue found, List<PathStep> steps) {
        if (found == null) {
            return false;
        }
        if (steps.isEmpty()) {
            return values.ranges().stream().anyMatch(bounds -> holds(bounds, found));
        }
        List<PathStep> rest = steps.subList(1, steps.size());
        if (steps.get(0) instanceof PathStep.Member member) {
            return found instanceof JsonObject object && holds(values, object.get(member.name()), rest);
        }
        return found instanceof JsonArray array
                && array.elements().stream().anyMatch(element -> holds(values, element, rest));
    }

    private static boolean holds(Bounds bounds, JsonValue value) {
        if (bounds instanceof Bounds.Equal equal) {
            return JsonEquality.same(equal.value(), value);
        }
        if (bounds instanceof Bounds.Prefix prefix) {
            return value instanceof JsonString string && string.value().startsWith(prefix.text());
        }
        Bounds.Between between = (Bounds.Between) bounds;
        return isWithin(between.lower(), between.lowerIncluded(), value, 1)
                && isWithin(between.upper(), between.upperIncluded(), value, -1);
    }

    private static boolean isWithin(@Nullable JsonValue bound, boolean included, JsonValue value, int side) {
        if (bound == null) {
            return true;
        }
        int order = side * JsonOrder.compare(value, bound);
        return value.kind() == bound.kind() && (included ? order >= 0 : order > 0);
    }
}
