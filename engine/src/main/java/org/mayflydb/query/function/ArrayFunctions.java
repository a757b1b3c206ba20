package org.mayflydb.query.function;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonEquality;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/** Functions on arrays as lists: their parts, and what is in them. */
final class ArrayFunctions {
    private ArrayFunctions() {}

    static List<BuiltIn> functions() {
        return List.of(
                FunctionShapes.ofArray("ARRAY_LENGTH", elements -> JsonNumber.of(elements.size())),
                FunctionShapes.values("ARRAY_CONCAT", 2, BuiltIn.ANY, ArrayFunctions::concatenate),
                FunctionShapes.values("ARRAY_SLICE", 2, 3, ArrayFunctions::slice),
                FunctionShapes.metered("ARRAY_CONTAINS", 2, 3, ArrayFunctions::contains),
                containsSeveral("ARRAY_CONTAINS_ANY", Chains::any),
                containsSeveral("ARRAY_CONTAINS_ALL", Chains::all));
    }

    private static @Nullable JsonValue concatenate(@Nullable JsonValue[] arguments) {
        List<JsonValue> all = new ArrayList<>();
        for (JsonValue argument : arguments) {
            List<JsonValue> elements = Arguments.elements(argument);
            if (elements == null || elements.size() > Limits.ELEMENTS_MAX - all.size()) {
                return null;
            }
            all.addAll(elements);
        }
        return new JsonArray(all);
    }

    /** A negative start counts from the end. */
    private static @Nullable JsonValue slice(@Nullable JsonValue[] arguments) {
        List<JsonValue> elements = Arguments.elements(arguments[0]);
        Long start = Arguments.whole(arguments[1]);
        Long count = Arguments.wholeOr(arguments, 2, Long.MAX_VALUE);
        if (elements == null || start == null || count == null) {
            return null;
        }
        long size = elements.size();
        long first = start < 0 ? Math.max(0, start + size) : Math.min(start, size);
        long taken = Math.max(0, Math.min(count, size - first));
        return new JsonArray(elements.subList((int) first, (int) (first + taken)));
    }

    /** The third argument asks whether an element has all that the object in question has; undefined means no. */
    private static @Nullable JsonValue contains(@Nullable JsonValue[] arguments, Meter meter) {
        List<JsonValue> elements = Arguments.elements(arguments[0]);
        JsonValue wanted = arguments[1];
        boolean unsaid = arguments.length < 3 || arguments[2] == null;
        Boolean partial = unsaid ? Boolean.FALSE : Arguments.truth(arguments[2]);
        if (elements == null || wanted == null || partial == null) {
            return null;
        }
        for (JsonValue element : elements) {
            Cost.payComparison(wanted, element, meter);
            if (partial ? covers(element, wanted) : JsonEquality.same(element, wanted)) {
                return JsonBoolean.TRUE;
            }
        }
        return JsonBoolean.FALSE;
    }

    /** Whether the value has every member of the wanted object, and so on inside of it. */
    private static boolean covers(JsonValue value, JsonValue wanted) {
        if (!(wanted instanceof JsonObject part) || !(value instanceof JsonObject whole)) {
            return JsonEquality.same(value, wanted);
        }
        return part.members().entrySet().stream().allMatch(member -> {
            JsonValue counterpart = whole.get(member.getKey());
            return counterpart != null && covers(counterpart, member.getValue());
        });
    }

    private static BuiltIn containsSeveral(String name, Chains.Joined chain) {
        return FunctionShapes.metered(name, 2, BuiltIn.ANY, (arguments, meter) -> {
            List<JsonValue> elements = Arguments.elements(arguments[0]);
            return elements == null ? null : chain.of(arguments, wanted -> isIn(elements, wanted, meter));
        });
    }

    private static @Nullable Boolean isIn(List<JsonValue> elements, @Nullable JsonValue wanted, Meter meter) {
        if (wanted == null) {
            return null;
        }
        meter.spend(1 + elements.size() / Meter.CHARACTERS_PER_STEP);
        for (JsonValue element : elements) {
            Cost.payComparison(wanted, element, meter);
            if (JsonEquality.same(element, wanted)) {
                return true;
            }
        }
        return false;
    }
}
