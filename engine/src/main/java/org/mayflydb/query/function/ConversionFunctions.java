package org.mayflydb.query.function;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.json.JsonValue.Kind;

/** From text and to text, and from objects to arrays. */
final class ConversionFunctions {
    private ConversionFunctions() {}

    static List<BuiltIn> functions() {
        return List.of(
                Shapes.values("TOSTRING", 1, 1, arguments -> toText(arguments[0])),
                parse("STRINGTONUMBER", Kind.NUMBER),
                parse("STRINGTOBOOLEAN", Kind.BOOLEAN),
                parse("STRINGTONULL", Kind.NULL),
                parse("STRINGTOARRAY", Kind.ARRAY),
                parse("STRINGTOOBJECT", Kind.OBJECT),
                Shapes.values("OBJECTTOARRAY", 1, 3, ConversionFunctions::objectToArray));
    }

    private static @Nullable JsonValue toText(@Nullable JsonValue value) {
        if (value == null || value instanceof JsonString) {
            return value;
        }
        JsonValue plain = plain(value);
        return plain instanceof JsonString word ? word : new JsonString(plain.toString());
    }

    /** The value with numbers as a query prints them; those that JSON has no text for become words. */
    private static JsonValue plain(JsonValue value) {
        if (value instanceof JsonNumber number) {
            double nearest = number.doubleValue();
            return Double.isFinite(nearest) ? plainNumber(number) : new JsonString(Double.toString(nearest));
        }
        if (value instanceof JsonArray array) {
            return new JsonArray(
                    array.elements().stream().map(ConversionFunctions::plain).toList());
        }
        if (value instanceof JsonObject object) {
            JsonObject.Builder members = JsonObject.builder();
            object.members().forEach((name, member) -> members.put(name, plain(member)));
            return members.build();
        }
        return value;
    }

    private static JsonNumber plainNumber(JsonNumber number) {
        Long whole = number.exactLong();
        return whole == null ? Shapes.number(number.doubleValue()) : JsonNumber.of(whole);
    }

    private static BuiltIn parse(String name, Kind kind) {
        return Shapes.ofText(name, text -> {
            try {
                JsonValue value = JsonValue.parse(text);
                if (value.kind() != kind) {
                    return null;
                }
                return value instanceof JsonNumber number ? plainNumber(number) : value;
            } catch (BadRequestException notJson) {
                return null;
            }
        });
    }

    private static @Nullable JsonValue objectToArray(@Nullable JsonValue[] arguments) {
        String keyName = Arguments.textOr(arguments, 1, "k");
        String valueName = Arguments.textOr(arguments, 2, "v");
        if (!(arguments[0] instanceof JsonObject object) || keyName == null || valueName == null) {
            return null;
        }
        long namesCharacters = (long) object.members().size() * (keyName.length() + valueName.length());
        if (namesCharacters > Limits.TEXT_CHARACTERS_MAX) {
            return null;
        }
        List<JsonValue> pairs = new ArrayList<>();
        for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
            pairs.add(JsonObject.builder()
                    .put(keyName, member.getKey())
                    .put(valueName, member.getValue())
                    .build());
        }
        return new JsonArray(pairs);
    }
}
