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
                Shapes.ofArrays("SETUNION", (first, second) -> {
                    Set<JsonEquality.Key> all = set(first);
                    all.addAll(set(second));
                    return array(all);
                }),
                // In the order of the second array, as the service answers.
                Shapes.ofArrays("SETINTERSECT", (first, second) -> {
                    Set<JsonEquality.Key> common = set(second);
                    Set<JsonEquality.Key> others = set(first);
                    common.removeIf(each -> !others.contains(each));
                    return array(common);
                }),
                Shapes.ofArrays("SETDIFFERENCE", (first, second) -> {
                    Set<JsonEquality.Key> rest = set(first);
                    Set<JsonEquality.Key> others = set(second);
                    rest.removeIf(others::contains);
                    return array(rest);
                }),
                Shapes.ofArrays(
                        "SETEQUAL", (first, second) -> JsonBoolean.of(set(first).equals(set(second)))));
    }

    private static Set<JsonEquality.Key> set(List<JsonValue> elements) {
        Set<JsonEquality.Key> set = new LinkedHashSet<>();
        elements.forEach(element -> set.add(new JsonEquality.Key(element)));
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
