package org.mayflydb.query.function;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * How much work values are. Arrays may share elements, so a value of a few bytes in memory may have billions of elements to
 * visit: whoever visits them all pays on the way.
 */
public final class Cost {
    private static final int SCALAR_CHARACTERS = 4;
    private static final int ELEMENTS_PER_STEP = 4;

    private Cost() {}

    /** The steps to go through a value once, without what is inside its elements. */
    public static long shallow(@Nullable JsonValue value) {
        if (value instanceof JsonString string) {
            return string.value().length() / Meter.CHARACTERS_PER_STEP;
        }
        return value instanceof JsonArray array ? array.elements().size() / ELEMENTS_PER_STEP : 0;
    }

    /** Pays for visiting all that is in a value, as hashing does. */
    public static void payDeep(@Nullable JsonValue value, Meter meter) {
        long unused = characters(value, Long.MAX_VALUE, meter);
    }

    /** Pays for a comparison of two values, which is short unless both are strings, arrays or objects. */
    @SuppressWarnings("ReferenceEquality") // an object compared with itself costs nothing
    public static void payComparison(@Nullable JsonValue one, @Nullable JsonValue other, Meter meter) {
        if (one instanceof JsonString string && other instanceof JsonString second) {
            meter.spendCharacters(
                    Math.min(string.value().length(), second.value().length()));
        } else if (one instanceof JsonArray array && other instanceof JsonArray second) {
            if (array != second && array.elements().size() == second.elements().size()) {
                payDeep(array, meter);
            }
        } else if (one instanceof JsonObject object && other instanceof JsonObject second && object != second) {
            payDeep(object, meter);
        }
    }

    /** About how long the text of a value is, or more than {@code limit} as soon as it is known to be more. */
    static long characters(@Nullable JsonValue value, long limit, Meter meter) {
        if (value instanceof JsonString string) {
            int length = string.value().length();
            meter.spendCharacters(length);
            return SCALAR_CHARACTERS + (long) length;
        }
        if (value instanceof JsonArray array) {
            meter.spend(1 + array.elements().size() / ELEMENTS_PER_STEP);
            long sum = SCALAR_CHARACTERS;
            for (JsonValue element : array.elements()) {
                if (sum > limit) {
                    break;
                }
                sum += characters(element, limit - sum, meter);
            }
            return sum;
        }
        return value instanceof JsonObject object ? charactersOf(object, limit, meter) : SCALAR_CHARACTERS;
    }

    private static long charactersOf(JsonObject object, long limit, Meter meter) {
        Integer known = object.textLength();
        if (known != null) {
            meter.spendCharacters(known);
            return known;
        }
        meter.spend(1 + object.members().size());
        long sum = SCALAR_CHARACTERS;
        for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
            if (sum > limit) {
                break;
            }
            sum += member.getKey().length() + SCALAR_CHARACTERS + characters(member.getValue(), limit - sum, meter);
        }
        return sum;
    }
}
