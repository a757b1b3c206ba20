package org.mayflydb.query.function;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonEquality;
import org.mayflydb.json.JsonValue;

/** Functions on arrays as sets: an element that is there twice counts once. */
final class SetFunctions {
    private SetFunctions() {}

    static List<BuiltIn> functions() {
        return List.of(
                FunctionShapes.ofArrays("SETUNION", (first, second, meter) -> {
                    Set<JsonEquality.Key> all = set(first, meter);
                    all.addAll(set(second, meter));
                    return array(all);
                }),
                // In the order of the second array, as the service answers.
                FunctionShapes.ofArrays("SETINTERSECT", (first, second, meter) -> {
                    Set<JsonEquality.Key> common = set(second, meter);
                    Set<JsonEquality.Key> others = set(first, meter);
                    common.removeIf(each -> !others.contains(each));
                    return array(common);
                }),
                FunctionShapes.ofArrays("SETDIFFERENCE", (first, second, meter) -> {
                    Set<JsonEquality.Key> rest = set(first, meter);
                    Set<JsonEquality.Key> others = set(second, meter);
                    rest.removeIf(others::contains);
                    return array(rest);
                }),
                FunctionShapes.ofArrays(
                        "SETEQUAL",
                        (first, second, meter) ->
                                JsonBoolean.of(set(first, meter).equals(set(second, meter)))));
    }

    private static Set<JsonEquality.Key> set(List<JsonValue> elements, Meter meter) {
        Set<JsonEquality.Key> set = new LinkedHashSet<>();
        for (JsonValue element : elements) {
            Cost.payDeep(element, meter);
            set.add(new JsonEquality.Key(element));
        }
        return set;
    }

    private static JsonValue array(Set<JsonEquality.Key> set) {
        List<JsonValue> elements = new ArrayList<>(set.size());
        for (JsonEquality.Key each : set) {
            JsonValue value = each.value();
            if (value != null) {
                elements.add(value);
            }
        }
        return new JsonArray(elements);
    }
}
