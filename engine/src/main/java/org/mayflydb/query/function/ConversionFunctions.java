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

/** From text and to text, and from objects to arrays. */
final class ConversionFunctions {
    /** Parsing a character takes about as long as comparing this many. */
    private static final int PARSING_WEIGHT = 8;

    private ConversionFunctions() {}

    static List<BuiltIn> functions() {
        return List.of(
                FunctionShapes.metered("TOSTRING", 1, 1, (arguments, meter) -> toText(arguments[0], meter)),
                parse("STRINGTONUMBER", JsonValue.Kind.NUMBER),
                parse("STRINGTOBOOLEAN", JsonValue.Kind.BOOLEAN),
                parse("STRINGTONULL", JsonValue.Kind.NULL),
                parse("STRINGTOARRAY", JsonValue.Kind.ARRAY),
                parse("STRINGTOOBJECT", JsonValue.Kind.OBJECT),
                FunctionShapes.metered("OBJECTTOARRAY", 1, 3, ConversionFunctions::objectToArray));
    }

    private static @Nullable JsonValue toText(@Nullable JsonValue value, Meter meter) {
        if (value == null || value instanceof JsonString) {
            return value;
        }
        if (Cost.characters(value, Limits.TEXT_CHARACTERS_MAX, meter) > Limits.TEXT_CHARACTERS_MAX) {
            return null;
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
        return whole == null ? FunctionShapes.number(number.doubleValue()) : JsonNumber.of(whole);
    }

    private static BuiltIn parse(String name, JsonValue.Kind kind) {
        return FunctionShapes.metered(name, 1, 1, (arguments, meter) -> {
            String text = Arguments.text(arguments[0]);
            if (text == null) {
                return null;
            }
            meter.spendCharacters((long) PARSING_WEIGHT * text.length());
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

    private static @Nullable JsonValue objectToArray(@Nullable JsonValue[] arguments, Meter meter) {
        String keyName = Arguments.textOr(arguments, 1, "k");
        String valueName = Arguments.textOr(arguments, 2, "v");
        if (!(arguments[0] instanceof JsonObject object) || keyName == null || valueName == null) {
            return null;
        }
        long namesCharacters = (long) object.members().size() * (keyName.length() + valueName.length());
        if (namesCharacters > Limits.TEXT_CHARACTERS_MAX) {
            return null;
        }
        meter.spend(4L * object.members().size());
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
