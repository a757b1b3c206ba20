package org.mayflydb.query.fanout;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonEquality;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonOrder;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Adds up what partitions found out about groups, as SDKs do. */
final class PartialResults {
    private PartialResults() {}

    static List<JsonValue> addedUp(List<JsonValue> rows, JsonObject info, boolean grouped) {
        Map<JsonEquality.Key, List<JsonValue>> groups = new LinkedHashMap<>();
        for (JsonValue row : rows) {
            JsonValue key = grouped ? ((JsonObject) row).get("groupByItems") : null;
            JsonValue payload = row instanceof JsonObject object ? object.get("payload") : row;
            groups.computeIfAbsent(new JsonEquality.Key(key), none -> new ArrayList<>())
                    .add(Invariant.present(payload, "every row has a payload"));
        }
        List<JsonValue> results = new ArrayList<>();
        for (List<JsonValue> payloads : groups.values()) {
            JsonValue result = result(payloads, info);
            if (result != null) {
                results.add(result);
            }
        }
        return results;
    }

    private static @Nullable JsonValue result(List<JsonValue> payloads, JsonObject info) {
        List<JsonValue> aggregates = Plans.elements(info, "aggregates");
        if (!aggregates.isEmpty()) {
            List<@Nullable JsonValue> partials = new ArrayList<>();
            payloads.forEach(
                    payload -> partials.add(((JsonArray) payload).elements().get(0)));
            return combined(partials, aggregates.get(0));
        }
        JsonObject operators = Plans.object(info, "groupByAliasToAggregateType");
        if (operators.members().isEmpty()) {
            return payloads.get(0);
        }
        JsonObject.Builder result = JsonObject.builder();
        for (JsonValue name : Plans.elements(info, "groupByAliases")) {
            String alias = ((JsonString) name).value();
            List<@Nullable JsonValue> partials = new ArrayList<>();
            payloads.forEach(payload -> partials.add(((JsonObject) payload).get(alias)));
            JsonValue value = combined(partials, Invariant.present(operators.get(alias), "the alias has an entry"));
            if (value != null) {
                result.put(alias, value);
            }
        }
        return result.build();
    }

    private static @Nullable JsonValue combined(List<@Nullable JsonValue> partials, JsonValue operator) {
        if (!(operator instanceof JsonString name)) {
            return partials.get(0);
        }
        List<JsonObject> found = new ArrayList<>();
        partials.forEach(
                partial -> found.add((JsonObject) Invariant.present(partial, "an aggregate is never left out")));
        return switch (name.value()) {
            case "Count", "Sum" -> {
                double sum = 0;
                for (JsonObject partial : found) {
                    sum += number(partial, "item");
                }
                yield JsonNumber.of(sum);
            }
            case "Average" -> average(found);
            case "Min" -> extreme(found, "min", -1);
            case "Max" -> extreme(found, "max", 1);
            default -> throw new AssertionError("an aggregate that this client does not know: " + name);
        };
    }

    private static double number(JsonObject object, String member) {
        return object.get(member) instanceof JsonNumber number ? number.doubleValue() : 0;
    }

    private static @Nullable JsonValue average(List<JsonObject> partials) {
        double sum = 0;
        double count = 0;
        for (JsonObject partial : partials) {
            sum += number(Plans.object(partial, "item"), "sum");
            count += number(Plans.object(partial, "item"), "count");
        }
        return count == 0 ? null : JsonNumber.of(sum / count);
    }

    private static @Nullable JsonValue extreme(List<JsonObject> partials, String member, int sign) {
        JsonValue best = null;
        for (JsonObject partial : partials) {
            JsonObject second = Plans.object(partial, "item2");
            JsonValue value = second.get(member);
            if (number(second, "count") > 0 && (best == null || sign * JsonOrder.compare(value, best) > 0)) {
                best = value;
            }
        }
        return best;
    }
}
