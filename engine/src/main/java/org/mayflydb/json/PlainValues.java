package org.mayflydb.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns plain Java objects into values. */
final class PlainValues {
    private PlainValues() {}

    static JsonValue toJson(@Nullable Object plain) {
        if (plain == null) {
            return JsonNull.NULL;
        } else if (plain instanceof JsonValue value) {
            return value;
        } else if (plain instanceof String text) {
            return new JsonString(text);
        } else if (plain instanceof Boolean truth) {
            return JsonBoolean.of(truth);
        } else if (plain instanceof Number number) {
            return number(number);
        } else if (plain instanceof List<?> list) {
            return array(list);
        } else if (plain instanceof Map<?, ?> map) {
            return object(map);
        }
        throw new IllegalArgumentException(
                "no JSON value for " + plain.getClass().getName());
    }

    private static JsonNumber number(Number number) {
        if (number instanceof Integer || number instanceof Long || number instanceof Short || number instanceof Byte) {
            return JsonNumber.of(number.longValue());
        } else if (number instanceof Double || number instanceof Float) {
            return JsonNumber.of(number.doubleValue());
        } else if (number instanceof BigInteger || number instanceof BigDecimal) {
            return new JsonNumber(number.toString());
        }
        throw new IllegalArgumentException(
                "no JSON value for " + number.getClass().getName());
    }

    private static JsonArray array(List<?> list) {
        List<JsonValue> elements = new ArrayList<>(list.size());
        for (Object element : list) {
            elements.add(toJson(element));
        }
        return new JsonArray(elements);
    }

    private static JsonObject object(Map<?, ?> map) {
        LinkedHashMap<String, JsonValue> members = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String name)) {
                throw new IllegalArgumentException("the names of an object are strings, not " + entry.getKey());
            }
            members.put(name, toJson(entry.getValue()));
        }
        return new JsonObject(members);
    }
}
